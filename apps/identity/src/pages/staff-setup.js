// Has the device create a passkey, and submits it as a form.
const form = document.querySelector('form[data-creates]');
const failed = document.querySelector('[data-passkey-failed]');
form.hidden = false;

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  failed.hidden = true;
  try {
    const response = await fetch(form.dataset.creates, { headers: { accept: 'application/json' } });
    // The link has expired: reload to show that.
    if (response.status === 410) return location.reload();
    const credential = await SimpleWebAuthnBrowser.startRegistration({ optionsJSON: await response.json() });
    form.elements.credential.value = JSON.stringify(credential);
    form.submit();
  } catch {
    failed.hidden = false;
    failed.focus();
  }
});
