// Adds the button that shows what was typed; without scripts the page does without it.
for (const input of document.querySelectorAll('input[data-show]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'show';
  button.setAttribute('aria-controls', input.id);
  const set = (shown) => {
    input.type = shown ? 'text' : 'password';
    button.textContent = shown ? input.dataset.hide : input.dataset.show;
    button.setAttribute('aria-pressed', String(shown));
  };
  set(false);
  button.addEventListener('click', () => set(input.type === 'password'));
  // Sent as text, a browser would offer it again as an ordinary value.
  input.form.addEventListener('submit', () => set(false));
  input.after(button);
}
document.querySelector('.summary')?.focus();
