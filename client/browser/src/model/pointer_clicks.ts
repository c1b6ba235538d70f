// The click that a browser sends at the end of a drag or a long press: it was not meant as a click.

/** Stops the click that follows a lifted pointer within `ms`; clicks of keys and of assistive programs pass. */
export function swallowPointerClick(ms: number): void {
  addEventListener("click", swallowIfPointer, { capture: true });
  setTimeout(() => removeEventListener("click", swallowIfPointer, { capture: true }), ms);
}

export function swallowClick(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function swallowIfPointer(event: MouseEvent): void {
  if (event.detail) swallowClick(event);
}
