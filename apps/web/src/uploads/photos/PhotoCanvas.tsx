import { type RefCallback, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styles from './PhotoViewer.module.css';

/** Moves what is in view of an enlarged photo. */
export type Panner = { pan: (x: number, y: number) => void };

/** The part of the view that a key moves a photo by. */
const panPart = 0.2;
/** How much a turn of the wheel enlarges, by its pixels. */
const wheelRate = 0.002;

type Props = {
  picture: ImageBitmap;
  /** Accessible name of the picture. */
  label: string;
  zoom: number;
  /** Quarter turns to the right. */
  turns: number;
  onZoom: (by: number) => void;
  ref: RefCallback<Panner>;
};

/** Draws a picture turned, at its own resolution. */
const draw = (canvas: HTMLCanvasElement, picture: ImageBitmap, turns: number): void => {
  const { width, height } = picture;
  const isSideways = turns % 2 === 1;
  canvas.width = isSideways ? height : width;
  canvas.height = isSideways ? width : height;
  const context = canvas.getContext('2d');
  if (!context) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(picture, -width / 2, -height / 2);
};

/** The size of an element, as it changes. */
const useSize = () => {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, size };
};

/** Keeps the point under the pointer, or the middle of the view, where it is while the photo gets larger or smaller. */
const useSteadyZoom = ({
  scroller,
  canvas,
  shownWidth,
  onZoom,
}: {
  scroller: RefObject<HTMLElement | null>;
  canvas: RefObject<HTMLCanvasElement | null>;
  shownWidth: number;
  onZoom: (by: number) => void;
}) => {
  /** The point that stays where it is while the photo is enlarged: in the window, and in parts of the photo. */
  const anchor = useRef<{ x: number; y: number; partX: number; partY: number }>(undefined);
  const keepPoint = (x: number, y: number): void => {
    const box = canvas.current?.getBoundingClientRect();
    if (!box?.width) return;
    anchor.current = { x, y, partX: (x - box.left) / box.width, partY: (y - box.top) / box.height };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the size on the screen has changed.
  useLayoutEffect(() => {
    const box = canvas.current?.getBoundingClientRect();
    const view = scroller.current;
    if (!box || !view) return;
    const middle = view.getBoundingClientRect();
    const { x, y, partX, partY } = anchor.current ?? {
      ...{ x: middle.left + middle.width / 2, y: middle.top + middle.height / 2 },
      ...{ partX: 0.5, partY: 0.5 },
    };
    anchor.current = undefined;
    view.scrollLeft += box.left + partX * box.width - x;
    view.scrollTop += box.top + partY * box.height - y;
  }, [shownWidth]);

  useEffect(() => {
    const view = scroller.current;
    // React's own wheel listeners are passive, and could not keep the page from scrolling.
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      keepPoint(event.clientX, event.clientY);
      onZoom(Math.exp(-event.deltaY * wheelRate));
    };
    view?.addEventListener('wheel', handleWheel, { passive: false });
    return () => view?.removeEventListener('wheel', handleWheel);
  });
};

/** Moves an enlarged photo by parts of its frame. */
const panIn = (view: HTMLElement, x: number, y: number): void => {
  view.scrollLeft += x * panPart * view.clientWidth;
  view.scrollTop += y * panPart * view.clientHeight;
};

/** A photo that fits its frame, or an enlarged one that scrolls in it: by wheel, touch, dragging, scroll bars and keys. */
export const PhotoCanvas = ({ picture, label, zoom, turns, onZoom, ref }: Props) => {
  const { frame, size } = useSize();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, picture, turns);
  }, [picture, turns]);

  const isSideways = turns % 2 === 1;
  const [width, height] = isSideways ? [picture.height, picture.width] : [picture.width, picture.height];
  const fit = Math.min(1, size.width / width, size.height / height);
  const shownWidth = width * fit * zoom;

  useSteadyZoom({ scroller, canvas, shownWidth, onZoom });

  return (
    <div ref={frame} className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in every browser. */}
      <div
        ref={(view) => {
          scroller.current = view;
          ref(view && { pan: (x, y) => panIn(view, x, y) });
        }}
        role="group"
        aria-label={label}
        // A region that scrolls can be reached by Tab.
        tabIndex={zoom > 1 ? 0 : undefined}
        className={styles.scroller}
        data-enlarged={zoom > 1 || undefined}
        onPointerDown={(event) => {
          // Touch scrolls by itself.
          if (event.pointerType === 'mouse' && event.button === 0 && event.target === canvas.current)
            event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          event.currentTarget.scrollLeft -= event.movementX;
          event.currentTarget.scrollTop -= event.movementY;
        }}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          {...(size.width > 0 && { style: { width: shownWidth, height: height * fit * zoom } })}
        />
      </div>
    </div>
  );
};
