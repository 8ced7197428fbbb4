/** State that the icon shows by its shape. The colour only repeats it. */
export type TrayIconState = 'up-to-date' | 'unread' | 'paused' | 'offline' | 'refused'

/**
 * Style of the icon. `light` and `dark` are for a bar of a known colour. `any` is for a bar of any colour, so the
 * plate is filled. `template` is black and transparent, and macOS tints it.
 */
export type TrayIconStyle = 'light' | 'dark' | 'any' | 'template'

type Colour = readonly [red: number, green: number, blue: number]
type Shape = (x: number, y: number) => boolean
interface Layer {
  shape: Shape
  /** Colour of the layer. `null` cuts a hole. */
  colour: Colour | null
  alpha?: number
}

interface Palette {
  ink: Colour
  /** Outline and band of the plate. */
  frame: Colour
  /** Inside of the plate, and the edge around badges. */
  body: Colour | null
  unread: Colour
  refused: Colour
}

const BLACK: Colour = [0, 0, 0]
const INK: Colour = [0x1b, 0x20, 0x27]
const PALE: Colour = [0xf2, 0xf4, 0xf6]
const PALETTES: Readonly<Record<TrayIconStyle, Palette>> = {
  light: { ink: INK, frame: INK, body: null, unread: [0x17, 0x46, 0xb4], refused: [0xbd, 0x26, 0x29] },
  dark: { ink: PALE, frame: PALE, body: null, unread: [0x7e, 0xa6, 0xff], refused: [0xf2, 0x6b, 0x66] },
  any: {
    ink: INK,
    frame: [0x3a, 0x66, 0xd0],
    body: PALE,
    unread: [0x2f, 0x6b, 0xe6],
    refused: [0xd8, 0x3a, 0x3a],
  },
  template: { ink: BLACK, frame: BLACK, body: null, unread: BLACK, refused: BLACK },
}

/** Number of samples of a pixel, in each direction. */
const SAMPLES = 6
const DIMMED = 0.5

/**
 * Draws the plate with the badge of a state. Straight edges are on whole pixels at every size, which a scaled picture
 * cannot do.
 * @returns premultiplied pixels in the order of `nativeImage`: blue, green, red, alpha
 */
export function drawTrayIcon(state: TrayIconState, style: TrayIconStyle, size: number): Buffer {
  const layers = buildLayers(state, PALETTES[style], size).toReversed()
  const pixels = Buffer.alloc(size * size * 4)
  for (let at = 0; at < size * size; at++) {
    for (const [channel, value] of colourAt(at % size, Math.floor(at / size), layers).entries())
      pixels[at * 4 + channel] = Math.round(value)
  }
  return pixels
}

/** Mean of a pixel's samples. */
function colourAt(column: number, row: number, layers: readonly Layer[]) {
  let [blue, green, red, opaque] = [0, 0, 0, 0]
  for (let sample = 0; sample < SAMPLES ** 2; sample++) {
    const x = column + ((sample % SAMPLES) + 0.5) / SAMPLES
    const y = row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES
    const top = layers.find(({ shape }) => shape(x, y))
    if (!top?.colour) continue
    const share = (top.alpha ?? 1) / SAMPLES ** 2
    red += top.colour[0] * share
    green += top.colour[1] * share
    blue += top.colour[2] * share
    opaque += 255 * share
  }
  return [blue, green, red, opaque]
}

/** Layers of the icon, from the bottom up. */
function buildLayers(
  state: TrayIconState,
  { ink, frame, body, unread, refused }: Palette,
  size: number,
): Layer[] {
  const unit = size / 16
  const px = (units: number) => Math.max(1, Math.round(units * unit))
  const [top, bottom, edge, corner] = [px(2), size - px(1), px(1.3), 2.2 * unit]
  const alpha = state === 'offline' ? DIMMED : 1
  const plate: Layer[] = [
    { shape: box(0, top, size, bottom, corner), colour: frame, alpha },
    { shape: box(px(5), top + edge, size - edge, bottom - edge, 0), colour: body, alpha },
    { shape: state === 'paused' ? bars(unit, px) : letter(unit), colour: ink, alpha },
  ]
  /** Adds a badge in the upper right corner. An edge separates it from the plate. */
  const badge = (shape: (x: number, y: number, radius: number) => Shape, radius: number, colour: Colour) => [
    ...plate,
    { shape: shape(size - radius, radius, radius + px(1)), colour: body },
    { shape: shape(size - radius, radius, radius), colour },
  ]
  switch (state) {
    case 'up-to-date':
    case 'paused':
      return plate
    case 'unread':
      return badge(disc, 3.2 * unit, unread)
    case 'refused': {
      const radius = px(4)
      const half = px(1.7) / 2
      const middle = radius - half + Math.round(half)
      const bar = box(size - radius - px(2), middle - half, size - radius + px(2), middle + half, 0)
      return [...badge(octagon, radius, refused), { shape: bar, colour: body }]
    }
    case 'offline': {
      const slash = (width: number) =>
        line(1.5 * unit, size - 1.5 * unit, size - 1.5 * unit, 1.5 * unit, width)
      return [...plate, { shape: slash(4 * unit), colour: body }, { shape: slash(1.6 * unit), colour: ink }]
    }
  }
}

/** The V of the logo, in the plate. */
const letter = (unit: number): Shape =>
  unite(
    line(7.2 * unit, 6 * unit, 10 * unit, 11.3 * unit, 1.7 * unit),
    line(10 * unit, 11.3 * unit, 12.8 * unit, 6 * unit, 1.7 * unit),
  )

/** Two bars in the place of the letter. */
function bars(unit: number, px: (units: number) => number): Shape {
  const [width, gap, top, height] = [px(2), px(2), px(5), px(7)]
  const left = Math.round(10 * unit - width - gap / 2)
  return unite(
    box(left, top, left + width, top + height, 0),
    box(left + width + gap, top, left + 2 * width + gap, top + height, 0),
  )
}

const unite =
  (one: Shape, other: Shape): Shape =>
  (x, y) =>
    one(x, y) || other(x, y)

const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) <= radius

const octagon =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) => {
    const [dx, dy] = [Math.abs(x - cx), Math.abs(y - cy)]
    return Math.max(dx, dy) <= radius && dx + dy <= radius * Math.SQRT2
  }

/** Rectangle with rounded corners. */
const box =
  (left: number, top: number, right: number, bottom: number, radius: number): Shape =>
  (x, y) => {
    if (x < left || x > right || y < top || y > bottom) return false
    const dx = Math.max(left + radius - x, x - (right - radius), 0)
    const dy = Math.max(top + radius - y, y - (bottom - radius), 0)
    return Math.hypot(dx, dy) <= radius || dx === 0 || dy === 0
  }

/** Line with round ends. */
const line =
  (x1: number, y1: number, x2: number, y2: number, width: number): Shape =>
  (x, y) => {
    const [dx, dy] = [x2 - x1, y2 - y1]
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    const t = Math.min(Math.max(along, 0), 1)
    return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) <= width / 2
  }
