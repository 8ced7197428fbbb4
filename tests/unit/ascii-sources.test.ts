import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toAscii } from '../../build/vite-plugins.ts'

const run = (code: string): unknown => runInNewContext(code)

test('the same is said in strings, templates, names and regular expressions, in ASCII', () => {
  for (const code of [
    `'¿Matrícula? — «1234 BCD» 😀'`,
    '`año ${1 + 1}: ñ`',
    `'\\ñ' + '\\\\ñ' + '\\\\\\ñ'`,
    `const añó = 'x'; añó`,
    `'a–b😀c'.split(/[–😀]+/u).join('|')`,
    `'a–b'.replace(/\\–/, '-')`,
    `/* ñ */ ['é'.length, '😀'.length].join()`,
  ]) {
    expect(toAscii(code)).toMatch(/^[\0-\x7f]*$/)
    expect([code, run(toAscii(code))]).toEqual([code, run(code)])
  }
})

test('any text in quotes is that text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(run(toAscii(JSON.stringify(text)))).toBe(text)
    }),
  )
})
