import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { markStyles } from '../../../build/mark-styles.ts'

const marks = readFileSync(join(import.meta.dirname, '../../../extension/content/marks.css'), 'utf8')
const built = markStyles()

it('the styles in a page read no custom property, no name of a font and no address, which the page could define', () => {
  expect(built).not.toMatch(/var\(|[\s;{]--[a-z]|url\(|\brem\b/)
  const fonts = [...built.matchAll(/font(?:-family)?:([^;}]*)/g)].map(([, value = '']) => value)
  expect(fonts.length).toBeGreaterThan(0)
  for (const value of fonts)
    expect(['500 12px / 16px system-ui, sans-serif', 'inherit']).toContain(
      value.replaceAll(/\s+/g, ' ').trim(),
    )
})

it('the marks have the design’s own colours, in high contrast too', () => {
  expect(marks).not.toMatch(/#[\da-f]{3,8}\b|\brgb|light-dark/i)
  expect(built).toMatch(/\.sign--ok \.sign__shape \{\s*fill: light-dark\(#10743f, #3dbb7c\);/)
  const forced = built.slice(built.lastIndexOf('@media (forced-colors'))
  expect(forced).toMatch(/\.sign--ok \.sign__shape \{\s*fill: CanvasText;/)
  expect(forced).not.toContain('position')
  expect(built).toMatch(/@media \(prefers-contrast: more\)\s*\{[^{]*focus-visible \{\s*outline: 3px/)
})

it('a token that is not there ends the build', () => {
  expect(() => markStyles('.mark { color: var(--nothing); }')).toThrow('--nothing')
})

it('a mark has one size for every verdict: nothing in its styles depends on the sign or the word', () => {
  expect(marks).not.toMatch(/sign--(?:ok|warn|stop|unknown|none)/)
  const felt = marks.match(/[^{}]*\{[^{}]*pointer-events: auto[^{}]*\}/g) ?? []
  expect(felt).toHaveLength(1)
  expect(felt[0]).toContain('.mark__press {')
})
