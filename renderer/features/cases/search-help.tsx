import { CircleHelp } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { caseSearchText as text } from '#shared/text/cases.ts'
import { Icon } from '../../design/icon.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { useNewLayer } from '../../design/layers.ts'
import './cases.css'

export interface SearchHelpProps {
  id: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Button in the search box, and what can be searched under it: the focus stays where it was. */
export function SearchHelp({ id, isOpen, onOpen }: SearchHelpProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="search-help__button"
        aria-label={text.help}
        title={text.help}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        // The press that closes the popover by leaving it would open it again.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onOpen(!isOpen)}
      >
        <Icon of={CircleHelp} />
      </button>
      {isOpen && <HelpPopover id={id} anchor={button} onClose={() => onOpen(false)} />}
    </>
  )
}

function HelpPopover({
  id,
  anchor,
  onClose,
}: {
  id: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const popover = useRef<HTMLDivElement>(null)
  // Esc closes this alone, and not what is typed too.
  useNewLayer()
  useEffect(() => {
    const element = popover.current
    const box = anchor.current?.closest('.search-field')?.getBoundingClientRect()
    if (!element || !box) return
    element.style.left = `${box.left}px`
    element.style.top = `${box.bottom}px`
    element.showPopover()
    const leave = (event: Event) => {
      const { target } = event
      const isInside =
        target instanceof Node && (element.contains(target) || anchor.current?.contains(target) === true)
      if (!isInside) onClose()
    }
    const typed = (event: Event) => {
      // Whatever is typed next is the search: the help has been read.
      if (event.target instanceof HTMLInputElement) onClose()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('input', typed)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('input', typed)
      document.removeEventListener('keydown', escape)
    }
  }, [anchor, onClose])
  return (
    <div ref={popover} id={id} className="search-help" popover="manual" role="note" aria-label={text.help}>
      <p className="search-help__title">{text.helpTitle}</p>
      <dl className="search-help__rows">
        {text.helpRows.map(([what, example]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
      <p className="tiny second">{text.helpIntro}</p>
      <p className="tiny second search-help__enter">
        <Kbd>Enter</Kbd> {text.helpEnter}
      </p>
    </div>
  )
}
