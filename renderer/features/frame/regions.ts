/** Last focused element of each region, where F6 returns. */
const lastFocus = new WeakMap<Element, HTMLElement>()

/** Moves the focus to the next or previous region (F6, Shift+F6), in reading order. */
export function moveToRegion(step: 1 | -1) {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.getClientRects().length > 0,
  )
  const focused = document.activeElement
  // Regions nest (the rail is inside the main area): the innermost one is the current one.
  const here = regions.findLastIndex((region) => region.contains(focused))
  const from = regions[here]
  if (from && focused instanceof HTMLElement && focused !== from) lastFocus.set(from, focused)
  // Without a current region, backwards goes to the last one.
  const next = regions.at(here < 0 && step < 0 ? -1 : (here + step) % regions.length)
  if (!next) return
  const kept = lastFocus.get(next)
  const first = next.querySelector<HTMLElement>('[aria-current="page"], [data-region-start]')
  const target = kept?.isConnected && next.contains(kept) ? kept : (first ?? next)
  target.focus()
}
