// Asks the device for a passkey and submits its response as a form, which redirects back to the portal.
const form = document.querySelector('form[data-options]');
const failed = document.querySelector('.summary');
form.hidden = false;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  failed.hidden = true;
  try {
    const response = await fetch(form.dataset.options, { headers: { accept: 'application/json' } });
    // The sign-in has expired: reload to show the error page.
    if (response.status === 400) return location.reload();
    const credential = await SimpleWebAuthnBrowser.startAuthentication({
      optionsJSON: await response.json(),
    });
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false;
    failed.focus();
  }
});
