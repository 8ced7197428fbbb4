import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { knownText as text } from '#shared/text/app-typed-once.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useNow } from '../../replica/use-replica.ts'
import type { ShortcutId } from '../../shortcuts/table.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import type { KnownParty } from './use-known-party.ts'
import './known-lines.css'

export interface KnownLinesProps<F extends string> {
  name: F
  value: string
  known: KnownParty<F>
  /** The field has been left: until then its value is being typed. */
  isStrict: boolean
  /** Sentence of a choice between several values. */
  choose?: string | undefined
  keys: { undo: ShortcutId; take: ShortcutId }
}

/** Under a field: where its value comes from, or the known value that differs from it, or those to choose from. */
export function KnownLines<F extends string>(props: KnownLinesProps<F>) {
  const { name, value, known, isStrict, choose, keys } = props
  const now = useNow(60_000)
  const hint = useKeyHint()
  const filled = known.filled?.values[name]
  const differs = known.differs[name]
  const choices = known.choices[name]
  if (filled && filled.value === value)
    return (
      <KnownLine words={text.filled(filled.source, now)}>
        <Button size="low" tone="plain" {...hint(keys.undo)} onClick={known.undo}>
          {text.undo}
        </Button>
      </KnownLine>
    )
  if (choices && choose !== undefined)
    return (
      <KnownLine words={choose}>
        {choices.map((one) => (
          <Button key={one.value} size="low" onClick={() => known.take(name, one)}>
            {text.choiceFrom(one, now)}
          </Button>
        ))}
      </KnownLine>
    )
  if (!differs || !isStrict) return null
  return (
    <KnownLine words={text.differs(value, differs, now)}>
      <Button size="low" {...hint(keys.take)} onClick={() => known.take(name, differs)}>
        {text.put(differs.value)}
      </Button>
    </KnownLine>
  )
}

/** A line of memory: a sentence, and what can be done about it. */
export function KnownLine({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className="known-line">
      <span className="known-line__words small">
        <Icon of={History} />
        <span>{words}</span>
      </span>
      <span className="known-line__ways">{children}</span>
    </div>
  )
}
