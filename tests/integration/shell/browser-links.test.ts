import { describe, expect, test } from 'vitest'
import { openClientLink, openExternal } from '#electron/shell/protections.ts'
import { getOpener } from '#electron/web/open-browser.ts'

describe('a page in the browser', () => {
  const open = async (address: string) => {
    const opened: string[] = []
    const told = await openExternal({ openExternal: async (url) => void opened.push(url) }, address)
    return [told, ...opened]
  }
  test.each(['https://operator.example/p/1?token=x', 'http://localhost:4000/p', 'http://127.0.0.1/'])(
    '%s is opened',
    async (address) => {
      expect(await open(address)).toEqual([true, address])
    },
  )
  test.each([
    'file:///etc/passwd',
    'http://operator.example/',
    'ms-msdt:/id',
    'javascript:1',
    'https://ana:x@operator.example/',
    'C:\\Windows\\System32\\calc.exe',
    '\\\\server\\share\\x.exe',
    '',
  ])('the system is not given %s', async (address) => {
    expect(await open(address)).toEqual([false])
  })
  test('what the system cannot open is said', async () => {
    expect(
      await openExternal(
        { openExternal: () => Promise.reject(new Error('no browser')) },
        'https://a.example/',
      ),
    ).toBe(false)
  })
})

describe('a text for a client', () => {
  const open = async (link: string) => {
    const opened: string[] = []
    const told = await openClientLink({ openExternal: async (url) => void opened.push(url) }, link)
    return [told, ...opened]
  }
  test.each([
    'mailto:ana@casa.es?subject=a&body=b%0D%0Ac',
    'mailto:?subject=a&body=b',
    'https://wa.me/34612345678?text=hola',
    'https://wa.me/?text=hola',
  ])('%s is opened as it is', async (link) => {
    expect(await open(link)).toEqual([true, link])
  })
  test.each([
    'https://operator.example/',
    'http://127.0.0.1/',
    'mailto:ana@casa.es?subject=a&body=b&attach=/etc/passwd',
    'https://wa.me/34612345678?text=a&app=x',
    'https://wa.me.example/34612345678?text=a',
    'file:///etc/passwd',
    'javascript:1',
  ])('the system is not given %s', async (link) => {
    expect(await open(link)).toEqual([false])
  })
  test('no page of the browser goes by mail, whoever asks', async () => {
    const opened: string[] = []
    const shell = { openExternal: async (url: string) => void opened.push(url) }
    expect(await openExternal(shell, 'mailto:ana@casa.es?subject=a&body=b')).toBe(false)
    expect(opened).toEqual([])
  })
})

describe('the entry file in the browser', () => {
  const FILE = 'C:\\Users\\A&B calc %PATH%\\Ventanilla\\entry\\x.html'
  test('on Windows no shell reads its path', () => {
    const opener = getOpener(FILE, 'win32', { SystemRoot: 'D:\\Windows' })
    expect(opener).toEqual({
      command: 'D:\\Windows\\System32\\rundll32.exe',
      args: [
        'url.dll,FileProtocolHandler',
        'file:///C:/Users/A&B%20calc%20%25PATH%25/Ventanilla/entry/x.html',
      ],
    })
  })
  test('elsewhere it is one argument of a program', () => {
    const file = '/home/a b&c/entry/x.html'
    expect(getOpener(file, 'darwin', {})).toEqual({ command: 'open', args: [file] })
    expect(getOpener(file, 'linux', { DISPLAY: ':0' })).toEqual({ command: 'xdg-open', args: [file] })
    expect(getOpener(file, 'linux', {})).toBeNull()
  })
})
