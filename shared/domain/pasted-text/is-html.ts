/** Elements that a page, or a part of one, begins with. */
const FIRST_TAGS =
  /^<(?:html|head|body|title|meta|link|base|style|script|table|thead|tbody|tr|td|th|span|b|i|u|strong|em|font|small|big|a|img|p|div|li|ul|ol|h[1-6]|section|article|blockquote|pre|header|footer|dl|br|hr|form|center|main|nav)(?:[\s/>]|$)/i
/** A table of a page, whatever stands before it: a warning of the program that made it, tags that no browser knows. */
const TABLE = /<table[\s>][^]{0,1024}?<(?:tr|td|th)[\s>]/i
/** Characters of a text that are searched for its tags. Comments and styles before them may be long. */
const HEAD = 65_536

/**
 * True for the source of a page or of a part of one, whatever comments and declarations it begins with. Apart from its
 * reader (`html-text.ts`), which windows load when they need it.
 */
export function isHtml(text: string): boolean {
  const head = text
    .slice(0, HEAD)
    .replace(/^(?:\s|\uFEFF|<!--[^]*?-->|<\?xml[^>]*>)+/, '')
    .trimStart()
  if (/^<!doctype\s+html/i.test(head)) return true
  return (FIRST_TAGS.test(head) || /<html[\s>]/i.test(head) || TABLE.test(head)) && text.includes('</')
}
