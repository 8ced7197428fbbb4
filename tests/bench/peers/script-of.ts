import { gzipSync } from 'node:zlib'

/** Names that the functions differ in, besides numbers: they are packed about as well as minified code is. */
const WORDS = 'state row list count value query label first last index item view open change'.split(' ')
const SAMPLE = 1_000

/**
 * A script of about that many KB of gzip, parsed and run whole at once, that then shows the field which the first screen
 * of the window waits for: what a browser needs for so much code alone.
 */
export function scriptOf(kilobytes: number): string {
  const bytesOfOne = gzipSync(scriptWith(SAMPLE)).byteLength / SAMPLE
  return scriptWith(Math.ceil((kilobytes * 1024) / bytesOfOne))
}

const scriptWith = (functions: number) => `const table=[
${Array.from({ length: functions }, (_, at) => functionOf(at)).join(',\n')}
]
let sum=0
for(const[at,run]of table.entries())sum+=run(at,sum).length
const label=document.createElement('label')
label.append('Matrícula ',document.createElement('input'))
label.title=String(sum)
document.body.append(label)`

function functionOf(at: number): string {
  const number = (salt: number) => mix(at * 8 + salt)
  const word = (salt: number) => WORDS[number(salt) % WORDS.length] ?? ''
  const packed = (salt: number) => number(salt).toString(36)
  return `function ${word(0)}${at}(a,b){const c={${word(1)}:a+${number(2)},$${packed(3)}:[b,"${packed(4)}"]};return c.${word(1)}>${number(5)}?"${word(6)}"+b:c.$${packed(3)}+"${packed(7)}"}`
}

/** Pseudo-random number, fixed for a place. */
function mix(at: number): number {
  const value = Math.imul((at + 1) ^ ((at + 1) >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 12)) >>> 0
}
