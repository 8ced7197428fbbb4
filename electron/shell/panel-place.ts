import type { Rectangle } from 'electron'

export const PANEL_WIDTH = 640
const MAX_HEIGHT = 560
const MIN_HEIGHT = 72

/** Height of the window for a content of this height, in pixels. */
export const panelHeight = (content: number): number =>
  Math.min(Math.max(Math.ceil(content), MIN_HEIGHT), MAX_HEIGHT)

/**
 * Bounds of the panel: centred, with its top at a third of the display's usable area, and inside of it also when
 * it grows.
 */
export function placePanel(area: Rectangle, height: number): Rectangle {
  const width = Math.min(PANEL_WIDTH, area.width)
  const room = Math.max(0, area.height - MAX_HEIGHT)
  return {
    x: area.x + Math.round((area.width - width) / 2),
    y: area.y + Math.min(Math.round(area.height / 3), room),
    width,
    height: Math.min(height, area.height),
  }
}
