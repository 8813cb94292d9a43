/** Takes the place of what stands in the field the way typing does, so that whoever listens to the field hears of it. */
export const rewrite = (input: HTMLInputElement, text: string): void => {
  if (text === input.value) return;
  input.setRangeText(text, 0, input.value.length, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
};
