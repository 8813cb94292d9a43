/** A file that is shown as a photo. */
export type Photo = { id: string; name: string; type: string | null };

/** A place for a photo, and how far it is enlarged: 1 shows all of it. */
export type Slot = { id: string; zoom: number };

/** What the viewer shows: one photo or two beside each other, and which of them the controls work on. */
export type Viewed = {
  slots: readonly [Slot] | readonly [Slot, Slot];
  active: 0 | 1;
  /** Quarter turns to the right, by photo; the file stays as it is. */
  turns: Readonly<Record<string, number>>;
};

/** What the controls and keys do. */
export type ViewAct =
  | { act: 'step'; by: 1 | -1 }
  | { act: 'zoom'; by: number }
  | { act: 'fit' }
  | { act: 'turn'; by: 1 | -1 }
  | { act: 'compare' }
  | { act: 'choose'; slot: 0 | 1 };

/** How much larger a press of the button makes a photo. */
export const zoomStep = 1.5;
const maxZoom = 8;

export const initialView = (id: string): Viewed => ({ slots: [{ id, zoom: 1 }], active: 0, turns: {} });

/** The slot that the controls work on. */
export const activeSlot = ({ slots, active }: Viewed): Slot => slots[active] ?? slots[0];

/** The photo before or after another; undefined at the ends. */
export const neighbour = (photos: readonly Photo[], id: string, by: 1 | -1): Photo | undefined => {
  const index = photos.findIndex((photo) => photo.id === id);
  return index < 0 ? undefined : photos[index + by];
};

const withActive = (view: Viewed, slot: Slot): Viewed => {
  const [first, second] = view.slots;
  if (view.active === 1) return { ...view, slots: [first, slot] };
  return { ...view, slots: second ? [slot, second] : [slot] };
};

/** What is shown after an act; the same object if it changes nothing. */
export const viewAfter = (view: Viewed, act: ViewAct, photos: readonly Photo[]): Viewed => {
  const slot = activeSlot(view);
  if (act.act === 'step') {
    const photo = neighbour(photos, slot.id, act.by);
    return photo ? withActive(view, { id: photo.id, zoom: 1 }) : view;
  }
  if (act.act === 'zoom')
    return withActive(view, { ...slot, zoom: Math.min(maxZoom, Math.max(1, slot.zoom * act.by)) });
  if (act.act === 'fit') return withActive(view, { ...slot, zoom: 1 });
  if (act.act === 'turn') {
    const turned = ((view.turns[slot.id] ?? 0) + act.by + 4) % 4;
    return { ...view, turns: { ...view.turns, [slot.id]: turned } };
  }
  if (act.act === 'choose') return view.slots[act.slot] ? { ...view, active: act.slot } : view;
  if (view.slots.length === 2) return { ...view, slots: [slot], active: 0 };
  const other = neighbour(photos, slot.id, 1) ?? neighbour(photos, slot.id, -1);
  return other ? { ...view, slots: [slot, { id: other.id, zoom: 1 }], active: 1 } : view;
};

/** Moves an enlarged photo: the direction, in parts of what is in view. */
export type Pan = { act: 'pan'; x: -1 | 0 | 1; y: -1 | 0 | 1 };

const arrows: Record<string, Omit<Pan, 'act'>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

const characters: Record<string, ViewAct> = {
  '+': { act: 'zoom', by: zoomStep },
  // The key of + without Shift, on keyboards where + needs it.
  '=': { act: 'zoom', by: zoomStep },
  '-': { act: 'zoom', by: 1 / zoomStep },
  '0': { act: 'fit' },
  r: { act: 'turn', by: 1 },
  R: { act: 'turn', by: -1 },
  c: { act: 'compare' },
};

/**
 * What a key does.
 * @param hasCharacters false when the employee has switched off single keys (WCAG 2.1.4)
 */
export const actOfKey = (
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { isEnlarged, hasCharacters }: { isEnlarged: boolean; hasCharacters: boolean },
): ViewAct | Pan | undefined => {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'PageDown') return { act: 'step', by: 1 };
  if (key === 'PageUp') return { act: 'step', by: -1 };
  const arrow = arrows[key];
  if (arrow && isEnlarged) return { act: 'pan', ...arrow };
  if (arrow) return arrow.x === 0 ? undefined : { act: 'step', by: arrow.x };
  return hasCharacters ? characters[key] : undefined;
};
