// Adds a button that shows the password.
for (const input of document.querySelectorAll('input[data-show]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show';
  button.setAttribute('aria-controls', input.id);
  const setShown = (isShown) => {
    input.type = isShown ? 'text' : 'password';
    button.textContent = isShown ? input.dataset.hide : input.dataset.show;
    button.setAttribute('aria-pressed', String(isShown));
  };
  setShown(false);
  button.addEventListener('click', () => setShown(input.type === 'password'));
  // Hide it before submitting: browsers save the values of text inputs for autofill.
  input.form.addEventListener('submit', () => setShown(false));
  input.after(button);
}
document.querySelector('.summary')?.focus();
