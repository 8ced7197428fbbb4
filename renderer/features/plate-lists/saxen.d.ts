/** Types of the part of the library that is used here. The library has no types. */
type Decode = (text: string) => string

export class Parser {
  on(event: 'error', handler: (error: Error) => void): this
  on(
    event: 'openTag',
    handler: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
  ): this
  on(event: 'closeTag', handler: (name: string) => void): this
  on(event: 'text', handler: (text: string, decode: Decode) => void): this
  on(event: 'cdata', handler: (text: string) => void): this
  write(xml: string): this
  end(): unknown
}
