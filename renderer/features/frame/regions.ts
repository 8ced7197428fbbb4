/** The last place of each region, so that F6 comes back to it. */
const lastFocus = new WeakMap<Element, HTMLElement>()

/** F6 and Shift+F6: to the next or previous region of the window, in reading order. */
export function moveToRegion(step: 1 | -1) {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.getClientRects().length > 0,
  )
  const focused = document.activeElement
  // Regions nest (the rail is inside the main area): the innermost one is where we are.
  const here = regions.findLastIndex((region) => region.contains(focused))
  const from = regions[here]
  if (from && focused instanceof HTMLElement && focused !== from) lastFocus.set(from, focused)
  // From nowhere, back is to the last one.
  const next = regions.at(here < 0 && step < 0 ? -1 : (here + step) % regions.length)
  if (!next) return
  const kept = lastFocus.get(next)
  const first = next.querySelector<HTMLElement>('[aria-current="page"], [data-region-start]')
  const target = kept?.isConnected && next.contains(kept) ? kept : (first ?? next)
  target.focus()
}
