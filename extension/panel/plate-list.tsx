import { Locate } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import type { VerdictSummary } from '#shared/host-protocol/messages.ts'
import { relativeAge } from '#shared/domain/age.ts'
import { displayPlate } from '#shared/domain/plates/display.ts'
import { upperFirst } from '#shared/text/grammar.ts'
import { panelText as text } from '#shared/text/extension.ts'
import { Icon } from '#renderer/design/icon.tsx'
import { Plate } from '#renderer/design/plate.tsx'
import { destination } from '#renderer/design/rows.tsx'
import { Sign } from '#renderer/design/sign.tsx'
import { useEventCallback } from '#renderer/design/hooks.ts'
import { useNow } from '../pages/use-now.ts'
import { isOfToday } from '../pages/verdict-of-summary.ts'
import type { ListedPlate } from './page-scan.ts'
import type { PanelModel, PanelState } from './panel-model.ts'
import { rowWords } from './panel-row.ts'

/** Plates in the order of the page. One stop of Tab: arrows, Home and End move in it, Enter shows the plate in the page. */
export function PlateList({ model, state }: { model: PanelModel; state: PanelState }) {
  const { scan, summaries, waiting, pressed } = state
  const plates = scan?.plates ?? []
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const at = plates.findIndex(({ vrm }) => vrm === current)
  const now = useNow(60_000)
  const reveal = useEventCallback((vrm: string) => {
    setCurrent(vrm)
    void model.reveal(vrm)
  })
  const rowAt = (index: number) => list.current?.children[index]?.querySelector<HTMLElement>('.row')

  // Pressed in the page: its row comes into sight.
  const pressedAt = useEventCallback(() => plates.findIndex(({ vrm }) => vrm === pressed?.vrm))
  useEffect(() => {
    if (!pressed) return
    setCurrent(pressed.vrm)
    list.current?.children[pressedAt()]?.scrollIntoView({ block: 'nearest' })
  }, [pressed, pressedAt])

  const keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const to = destination(event.key, Math.max(at, 0), plates.length, true)
    const plate = to === null ? undefined : plates[to]
    if (to === null || plate === undefined) return
    event.preventDefault()
    setCurrent(plate.vrm)
    rowAt(to)?.focus()
  }
  return (
    <ul ref={list} className="panel__list" aria-label={text.list} onKeyDown={keyDown}>
      {plates.map((plate, index) => (
        <PlateRow
          key={plate.vrm}
          plate={plate}
          summary={summaries.get(plate.vrm)}
          isWaiting={waiting.has(plate.vrm)}
          isStop={index === Math.max(at, 0)}
          isCurrent={plate.vrm === current}
          now={now}
          onReveal={reveal}
        />
      ))}
    </ul>
  )
}

interface PlateRowProps {
  plate: ListedPlate
  summary: VerdictSummary | undefined
  isWaiting: boolean
  /** Tab stops at it. */
  isStop: boolean
  isCurrent: boolean
  now: number
  onReveal: (vrm: string) => void
}

const isSame = (a: PlateRowProps, b: PlateRowProps): boolean =>
  a.plate.vrm === b.plate.vrm &&
  a.plate.gone === b.plate.gone &&
  a.plate.count === b.plate.count &&
  a.plate.padded === b.plate.padded &&
  a.summary === b.summary &&
  a.isWaiting === b.isWaiting &&
  a.isStop === b.isStop &&
  a.isCurrent === b.isCurrent &&
  a.now === b.now

/** Drawn again only for what it shows: a page may have a thousand, and a verdict comes for one. */
const PlateRow = memo(function PlateRow(props: PlateRowProps) {
  const { plate, summary, isWaiting, isStop, isCurrent, now, onReveal } = props
  const { sign, words } = rowWords(summary, isWaiting)
  const age = summary && summary.checkedAt !== null && sign !== 'none' && !isOfToday(summary, now)
  const more = [plate.padded ? text.padded : '', summary?.vehicle?.name ?? '', summary?.failed ?? ''].filter(
    Boolean,
  )
  return (
    <li className="panel__item">
      <button
        type="button"
        className="row"
        tabIndex={isStop ? 0 : -1}
        aria-current={isCurrent || undefined}
        aria-label={text.reveal(displayPlate(plate.vrm), [words, ...more].filter(Boolean).join(', '))}
        title={more.join('\n') || undefined}
        onClick={() => onReveal(plate.vrm)}
      >
        <Plate vrm={plate.vrm} size="s" />
        <Sign kind={sign} />
        <span className="clip">
          {upperFirst(words)}
          {plate.padded && <span className="panel__doubt"> ?</span>}
        </span>
        <span className="row__end tiny muted">
          {plate.gone
            ? text.goneShort
            : age
              ? relativeAge(summary.checkedAt ?? 0, now)
              : plate.count > 1
                ? text.times(plate.count)
                : ''}
        </span>
        <Icon of={Locate} className="panel__locate" />
      </button>
    </li>
  )
}, isSame)
