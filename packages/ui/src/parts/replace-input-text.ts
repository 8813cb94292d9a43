/** Replaces an input's text and dispatches `input`, as typing does. */
export const replaceInputText = (input: HTMLInputElement, text: string): void => {
  if (text === input.value) return;
  input.setRangeText(text, 0, input.value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
