import { type SignKind, signShapes } from '#renderer/design/sign-shapes.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import type { PlateMark } from '../messages.ts'
import type { Place } from './mark-place.ts'

const SVG = 'http://www.w3.org/2000/svg'

/** The mark of one occurrence. */
export interface MarkElement {
  draw: (mark: PlateMark) => void
  put: (place: Place) => void
  /** Shows its word too, without room for it. */
  point: (pointed: boolean) => void
  remove: () => void
}

export function createMarkElement(layer: HTMLElement, onPress: () => void): MarkElement {
  const document = layer.ownerDocument
  const mark = document.createElement('div')
  const press = document.createElement('button')
  const word = document.createElement('div')
  press.type = 'button'
  // The panel lists the plates: Tab goes on in the page's own order.
  press.tabIndex = -1
  press.className = 'mark__press'
  word.className = 'mark__word'
  mark.append(press, word)
  layer.append(mark)

  const classes = { full: false, flipped: false, wordless: true, pointed: false }
  const dress = () => {
    const { full, ...others } = classes
    const names = Object.entries(others).flatMap(([name, on]) => (on ? [` mark--${name}`] : []))
    mark.className = `mark mark--${full ? 'full' : 'small'}${names.join('')}`
  }
  // The focus and the selection of the page stay where they are.
  press.addEventListener('mousedown', (event) => event.preventDefault())
  press.addEventListener('click', (event) => {
    event.stopPropagation()
    if (event.isTrusted) onPress()
  })

  let drawn: PlateMark | null = null
  return {
    draw: (next) => {
      if (drawn && drawn.sign === next.sign && drawn.word === next.word) return
      if (drawn?.sign !== next.sign) press.replaceChildren(signSvg(document, next.sign))
      drawn = next
      const label = displayPlate(next.vrm)
      press.setAttribute('aria-label', next.word === '' ? label : `${label}: ${next.word}`)
      word.dataset['word'] = next.word
      classes.wordless = next.word === ''
      dress()
    },
    put: ({ x, y, full, flipped }) => {
      mark.style.transform = `translate(${x}px, ${y}px)`
      if (classes.full === full && classes.flipped === flipped && mark.className !== '') return
      Object.assign(classes, { full, flipped })
      dress()
    },
    point: (pointed) => {
      classes.pointed = pointed
      dress()
    },
    remove: () => mark.remove(),
  }
}

function signSvg(document: Document, kind: SignKind): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('class', `sign sign--${kind}`)
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('aria-hidden', 'true')
  for (const { tag, className, attributes } of signShapes[kind]) {
    const shape = document.createElementNS(SVG, tag)
    shape.setAttribute('class', className)
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value)
    svg.append(shape)
  }
  return svg
}
