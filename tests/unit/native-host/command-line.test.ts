import { describe, expect, test } from 'vitest'
import { readCommandLine } from '#electron/native-host/command-line.ts'
import { CHROME_ID, FIREFOX_ID } from '#shared/host-protocol/protocol.ts'

const origin = `chrome-extension://${CHROME_ID}/`

describe('command line of the native host', () => {
  test.each([
    ['Chrome', [origin], { dataDir: null, origin }],
    ['Chrome on Windows', [origin, '--parent-window=0'], { dataDir: null, origin }],
    ['Firefox', ['/home/ana/.mozilla/x.json', FIREFOX_ID], { dataDir: null, origin: FIREFOX_ID }],
    ['the launcher and Chrome', ['--data-dir=/home/Ana Ñ/d', origin], { dataDir: '/home/Ana Ñ/d', origin }],
    [
      'the launcher and Firefox',
      ['--data-dir=C:\\d', 'C:\\x.json', FIREFOX_ID],
      { dataDir: 'C:\\d', origin: FIREFOX_ID },
    ],
  ])('of %s', (_, args, expected) => {
    expect(readCommandLine(args)).toEqual(expected)
  })

  test.each([
    ['nothing', []],
    ['the launcher alone', ['--data-dir=/d']],
    ['a page', ['https://example.com/']],
    ['another scheme with an id that is none', ['chrome-extension://abc/']],
    ['a line break in the id', ['/x.json', 'a\nb']],
  ])('with %s is refused', (_, args) => {
    expect(readCommandLine(args)).toBeNull()
  })

  test('only the launcher says where the data are: what the browser adds comes after it', () => {
    expect(readCommandLine([origin, '--data-dir=/tmp/other'])).toEqual({ dataDir: null, origin })
  })
})
