import type { Rectangle } from 'electron'

const WIDTH = 1280
const HEIGHT = 800
/** Smallest supported layout of the page. */
export const SMALLEST = { width: 480, height: 480 } as const
/** Part of the window that must be on a display, to be draggable. */
const VISIBLE = 80

/**
 * Bounds for a window: its last ones, moved inside a display that still exists; in the middle of the first
 * display when none shows enough of it.
 * @param displays usable areas of the displays, the main one first
 */
export function placeWindow(remembered: Rectangle | null, displays: readonly Rectangle[]): Rectangle {
  const main = displays[0] ?? { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  const shown = remembered && displays.find((display) => isVisibleOn(remembered, display))
  const display = shown ?? main
  const width = clamp(remembered?.width ?? WIDTH, SMALLEST.width, display.width)
  const height = clamp(remembered?.height ?? HEIGHT, SMALLEST.height, display.height)
  const middle = {
    x: display.x + Math.round((display.width - width) / 2),
    y: display.y + Math.round((display.height - height) / 2),
  }
  if (!remembered || !shown) return { ...middle, width, height }
  return {
    x: clamp(remembered.x, display.x, display.x + display.width - width),
    y: clamp(remembered.y, display.y, display.y + display.height - height),
    width,
    height,
  }
}

/** Height of the strip by which a window is dragged. */
const TITLE_BAR = 32

/** True if the user can grab the window where it is. */
export const isReachable = (window: Rectangle, displays: readonly Rectangle[]): boolean =>
  displays.some((display) => {
    const isTitleOn = window.y + TITLE_BAR > display.y && window.y < display.y + display.height
    return isTitleOn && isVisibleOn(window, display)
  })

function isVisibleOn(window: Rectangle, display: Rectangle): boolean {
  const across = Math.min(window.x + window.width, display.x + display.width) - Math.max(window.x, display.x)
  const down = Math.min(window.y + window.height, display.y + display.height) - Math.max(window.y, display.y)
  return across >= VISIBLE && down >= VISIBLE
}

/** A display smaller than the smallest window wins. */
const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
