/** Elements that begin a page or a part of one. */
const FIRST_TAGS =
  /^<(?:html|head|body|title|meta|link|base|style|script|table|thead|tbody|tr|td|th|span|b|i|u|strong|em|font|small|big|a|img|p|div|li|ul|ol|h[1-6]|section|article|blockquote|pre|header|footer|dl|br|hr|form|center|main|nav)(?:[\s/>]|$)/i
/** Table of a page after any text, such as a warning of the program that made it. */
const TABLE = /<table[\s>][^]{0,1024}?<(?:tr|td|th)[\s>]/i
/** Characters that are searched for tags. Long comments and styles may precede the tags. */
const HEAD = 65_536

/**
 * True for the source of a page or of a part of one.
 * The check is apart from the reader (`html-text.ts`), which windows load on demand.
 */
export function isHtml(text: string): boolean {
  const head = text
    .slice(0, HEAD)
    .replace(/^(?:\s|\uFEFF|<!--[^]*?-->|<\?xml[^>]*>)+/, '')
    .trimStart()
  if (/^<!doctype\s+html/i.test(head)) return true
  return (FIRST_TAGS.test(head) || /<html[\s>]/i.test(head) || TABLE.test(head)) && text.includes('</')
}
