import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync(new URL('../../../renderer/design/tokens.css', import.meta.url), 'utf8')
// Media queries come after: their colours are the system's.
const root = tokens.slice(0, tokens.indexOf('@media'))

type Theme = 'light' | 'dark'
const TEXT = 4.5
const UI = 3

const declared = new Map(
  [...root.matchAll(/--([\w-]+):\s*(light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|#[0-9a-f]{6})\s*;/g)].map(
    (match) => {
      const [, name = '', whole = '', light = whole, dark = whole] = match
      return [name, { light, dark }]
    },
  ),
)

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ratio(front: string, ground: string, theme: Theme): number {
  const [a, b] = [front, ground].map((name) => {
    const colours = declared.get(name)
    if (!colours) throw new Error(`no token --${name}`)
    return luminance(colours[theme])
  }) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const SURFACES = ['bg-window', 'bg-page', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-selected', 'bg-field']
const VERDICTS = ['ok', 'warn', 'stop', 'none'].map((kind) => `verdict-${kind}`)
const STATES = ['draft', 'blocked', 'pending', 'progress', 'hold', 'done', 'cancelled', 'delivered'].map(
  (state) => `state-${state}`,
)

const pairs: [front: string, ground: string, least: number][] = [
  ...SURFACES.flatMap((ground): [string, string, number][] => [
    ['text', ground, TEXT],
    ['text-2', ground, TEXT],
    ['text-3', ground, TEXT],
    ['accent-text', ground, TEXT],
    ['line-control', ground, UI],
    ['focus', ground, UI],
    ...VERDICTS.map((verdict): [string, string, number] => [`${verdict}-mark`, ground, UI]),
    ...STATES.map((state): [string, string, number] => [`${state}-text`, ground, TEXT]),
  ]),
  // Inactive controls are exempt, but kept legible where they may appear.
  ...['bg-page', 'bg-raised', 'bg-sunken', 'bg-field'].map((ground): [string, string, number] => [
    'text-disabled',
    ground,
    UI,
  ]),
  ['accent-on', 'accent', TEXT],
  ['accent-on', 'accent-hover', TEXT],
  ['accent', 'line-soft', UI],
  ...VERDICTS.flatMap((verdict): [string, string, number][] => [
    [`${verdict}-on`, verdict, TEXT],
    [`${verdict}-text`, `${verdict}-soft`, TEXT],
    ['text', `${verdict}-soft`, TEXT],
    ['text-2', `${verdict}-soft`, TEXT],
    [`${verdict}-mark`, `${verdict}-soft`, UI],
  ]),
  ...['ok', 'stop', 'none'].map((kind): [string, string, number] => [
    'verdict-mark-on',
    `verdict-${kind}-mark`,
    UI,
  ]),
  ...STATES.map((state): [string, string, number] => [`${state}-text`, `${state}-soft`, TEXT]),
  ['env-demo-on', 'env-demo', TEXT],
  ['env-dev-on', 'env-dev', TEXT],
  ['env-demo-text', 'bg-window', TEXT],
  ['env-dev-text', 'bg-window', TEXT],
  ...['white', 'yellow', 'red'].map((plate): [string, string, number] => [
    'plate-ink',
    `plate-${plate}`,
    TEXT,
  ]),
  ...['red-deep', 'green', 'black'].map((plate): [string, string, number] => [
    'plate-white',
    `plate-${plate}`,
    TEXT,
  ]),
  ['plate-red-ink', 'plate-white', TEXT],
  ['plate-eu-on', 'plate-eu', TEXT],
]

test.each(['light', 'dark'] as const)('every pair of tokens has its contrast, %s', (theme) => {
  const low = pairs
    .map(([front, ground, least]) => ({ front, ground, least, is: ratio(front, ground, theme) }))
    .filter(({ is, least }) => is < least)
    .map(({ front, ground, is }) => `${front} on ${ground}: ${is.toFixed(2)}`)
  expect(low).toEqual([])
})
