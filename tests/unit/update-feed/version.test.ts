import fc from 'fast-check'
import semver from 'semver'
import { describe, expect, test } from 'vitest'
import { compareVersions, isVersion } from '#shared/update-feed/version.ts'

const number = fc.oneof(fc.constantFrom(0, 1, 2, 10), fc.nat(999_999))
const label = fc.oneof(
  number.map(String),
  fc.constantFrom('alpha', 'beta', 'rc', 'x-1', '0a', '-', '00a'),
  fc.stringMatching(/^[A-Za-z-][0-9A-Za-z-]{0,4}$/),
)
const version = fc
  .tuple(number, number, number, fc.option(fc.array(label, { minLength: 1, maxLength: 4 }), { nil: [] }))
  .map(([major, minor, patch, labels]) =>
    [`${major}.${minor}.${patch}`, labels.join('.')].filter((part) => part !== '').join('-'),
  )

describe('versions', () => {
  test('have the order of semver, which electron-updater uses', () => {
    fc.assert(
      fc.property(version, version, (a, b) => {
        fc.pre(isVersion(a) && isVersion(b))
        expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(a, b))
      }),
    )
  })

  test('are those of semver without build metadata', () => {
    fc.assert(
      fc.property(fc.oneof(version, fc.string({ maxLength: 12 })), (text) => {
        const isOne = semver.valid(text) === text && !text.includes('+')
        expect(isVersion(text)).toBe(isOne)
      }),
    )
  })

  test('lead to no other directory', () => {
    const leading = [
      '..',
      '1.2.3/..',
      '1.2.3\n',
      ' 1.2.3',
      'v1.2.3',
      '1.2.3-',
      '01.2.3',
      `1.2.3-${'a'.repeat(80)}`,
    ]
    expect(leading.filter(isVersion)).toEqual([])
  })
})
