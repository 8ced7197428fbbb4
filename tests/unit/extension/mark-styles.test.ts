import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pruned, usedTokens } from '../../../build/prune-tokens.ts'

const source = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
const marks = source('extension/content/marks.css')
const sign = source('renderer/design/sign.css')
const tokens = source('renderer/design/tokens.css')

it('the marks read tokens that exist, and no raw colour', () => {
  const own = new Set(['--word', ...[...sign.matchAll(/(--sign-[\w-]+):/g)].map(([, name]) => name)])
  const read = [...`${marks}${sign}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)
  expect(read.filter((name) => !own.has(name) && !tokens.includes(`${name}:`))).toEqual([])
  expect(marks).not.toMatch(/#[\da-f]{3,8}\b|\brgb|light-dark/i)
})

it('what is left of the tokens is what the marks read, and what those are made of', () => {
  const left = pruned(tokens, usedTokens())
  for (const name of usedTokens()) if (tokens.includes(`${name}:`)) expect(left).toContain(`${name}:`)
  expect(left).not.toContain('--state-')
  expect(left.length).toBeLessThan(tokens.length / 4)
})

it('a mark has one size for every verdict: nothing in its styles depends on the sign or the word', () => {
  expect(marks).not.toMatch(/sign--(?:ok|warn|stop|unknown|none)/)
  const felt = marks.match(/[^{}]*\{[^{}]*pointer-events: auto[^{}]*\}/g) ?? []
  expect(felt).toHaveLength(1)
  expect(felt[0]).toContain('.mark__press {')
})
