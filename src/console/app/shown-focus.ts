/** Elements that keys move between, each smaller than the window. */
const STOPS = ':is(a, button, input, select, summary):focus-visible'

/** Scrolls to what gets the focus by a key if a bar or an edge hides a part of it, which browsers leave as it is. */
export function showFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(STOPS) && !isWhole(target))
      target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** Whether both corners of an element are at the top of the page. */
function isWhole(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return [
    document.elementFromPoint(left + 1, top + 1),
    document.elementFromPoint(right - 1, bottom - 1),
  ].every((found) => found !== null && (element.contains(found) || found.contains(element)))
}
