// Asks the device for a passkey and sends what it answers, as a form: its answer leads back to the portal.
const form = document.querySelector('form[data-options]');
const failed = document.querySelector('.summary');
form.hidden = false;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  failed.hidden = true;
  try {
    const answer = await fetch(form.dataset.options, { headers: { accept: 'application/json' } });
    // A sign-in that is over says so on its own page.
    if (answer.status === 400) return location.reload();
    const credential = await SimpleWebAuthnBrowser.startAuthentication({ optionsJSON: await answer.json() });
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false;
    failed.focus();
  }
});
