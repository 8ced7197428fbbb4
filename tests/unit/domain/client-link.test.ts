import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isClientLink, mailtoLink, MAX_CLIENT_LINK, whatsAppLink } from '#shared/domain/client-messages.ts'

const words = fc.string({ unit: 'binary', maxLength: 120 })

/** As a mail program reads it (RFC 6068): headers by name, each decoded once. */
function read(link: string) {
  const url = new URL(link)
  const headers = url.search.slice(1).split('&')
  return {
    to: decodeURIComponent(url.pathname),
    headers: headers.map((header) => header.slice(0, header.indexOf('='))),
    valueOf: (name: string) =>
      decodeURIComponent(headers.find((header) => header.startsWith(`${name}=`))!.slice(name.length + 1)),
  }
}

describe('a link to the mail program', () => {
  test('carries exactly the address, the subject on one line and the text', () => {
    const addresses = fc.constantFrom('ana@gestoria.es', 'a&b?c=d@casa.es', 'íñigo@peña.es', "o'neill+x@a.ie")
    fc.assert(
      fc.property(addresses, words, words, (to, subject, body) => {
        const link = mailtoLink(to, subject, body)
        if (link === null) return
        expect(isClientLink(link)).toBe(true)
        const seen = read(link)
        expect(seen.to).toBe(to)
        expect(seen.headers).toEqual(['subject', 'body'])
        expect(seen.valueOf('subject')).not.toMatch(/[\r\n]/)
        expect(seen.valueOf('body').replaceAll('\r\n', '\n')).toBe(
          body.toWellFormed().replace(/\r\n?|\n/g, '\n'),
        )
      }),
    )
  })

  test('breaks lines as mail does, and goes without an address when nobody is known', () => {
    expect(mailtoLink('ana@casa.es', 'Té & pan', 'uno\ndos')).toBe(
      'mailto:ana@casa.es?subject=T%C3%A9%20%26%20pan&body=uno%0D%0Ados',
    )
    expect(mailtoLink(null, 'a', 'b')).toBe('mailto:?subject=a&body=b')
  })

  test.each(['ana', 'ana@casa.es,otra@casa.es', 'ana@casa.es?bcc=x@y.es', 'a b@casa.es', ''])(
    'no link is made for «%s»',
    (to) => expect(mailtoLink(to, 'a', 'b')).toBeNull(),
  )

  test('a text that does not fit makes no link: none is cut', () => {
    expect(mailtoLink('ana@casa.es', 'a', 'ñ'.repeat(MAX_CLIENT_LINK / 6))).toBeNull()
    expect(whatsAppLink('+34612345678', 'ñ'.repeat(MAX_CLIENT_LINK / 6))).toBeNull()
  })
})

describe('a link to WhatsApp', () => {
  test('carries the number, of any country, and the text', () => {
    fc.assert(
      fc.property(fc.constantFrom('+34612345678', '+351912345678', '+12025550123'), words, (phone, text) => {
        const link = whatsAppLink(phone, text)
        if (link === null) {
          // Only what is empty, or long once it is encoded.
          expect(text === '' || text.length > 50).toBe(true)
          return
        }
        expect(isClientLink(link)).toBe(true)
        const url = new URL(link)
        expect([url.origin, url.pathname]).toEqual(['https://wa.me', `/${phone.slice(1)}`])
        expect(decodeURIComponent(url.search.slice('?text='.length))).toBe(text.toWellFormed())
      }),
    )
  })
  test('has no number when none is known: the user chooses the chat', () => {
    expect(whatsAppLink(null, 'hola')).toBe('https://wa.me/?text=hola')
    expect(isClientLink('https://wa.me/?text=hola')).toBe(true)
    expect(isClientLink('https://wa.me/?text=')).toBe(false)
  })
  test.each(['612345678', '+0612345678', '+34 612345678', '34612345678', '+34612345678/../x', ''])(
    'no link is made for «%s»',
    (phone) => expect(whatsAppLink(phone, 'hola')).toBeNull(),
  )
})

test.each([
  'mailto:ana@casa.es',
  'mailto:ana@casa.es?subject=a&body=b&attach=%2Fetc%2Fpasswd',
  'mailto:ana@casa.es?body=b&subject=a',
  'mailto:ana@casa.es?subject=a%0D%0ABcc:x@y.es&body=b',
  'mailto:a@b.es?subject=a&body=b&bcc=x@y.es',
  'mailto:a%0D%0ABcc%3Ax%40y.es@casa.es?subject=a&body=b',
  'mailto:a%40b.es%2Cc@d.es?subject=a&body=b',
  'mailto:a%FF@casa.es?subject=a&body=b',
  `mailto:${'a'.repeat(300)}@casa.es?subject=a&body=b`,
  'mailto:a@b.es,c@d.es?subject=a&body=b',
  'MAILTO:a@b.es?subject=a&body=b',
  'mailto:a@b.es?subject=a&body="b"',
  'mailto:a@b.es?subject=a&body=b\n',
  'https://wa.me/34612345678',
  'https://wa.me/34612345678?text=a&x=1',
  'https://wa.me.evil.example/34612345678?text=a',
  'https://wa.me@evil.example/34612345678?text=a',
  'http://wa.me/34612345678?text=a',
  'https://wa.me/../34612345678?text=a',
  'https://wa.me/34612345678?text=a#b',
  'https://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
])('%s is not one of ours', (address) => expect(isClientLink(address)).toBe(false))
