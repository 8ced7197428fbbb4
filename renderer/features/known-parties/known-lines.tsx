import { History, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { knownText as text } from '#shared/text/app-typed-once.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useNow } from '../../replica/use-replica.ts'
import type { ShortcutId } from '../../shortcuts/table.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import type { KnownParty } from './use-known-party.ts'
import './known-lines.css'

export interface KnownLineProps<F extends string> {
  name: F
  value: string
  known: KnownParty<F>
  /** The field has been left: until then its value is being typed. */
  isStrict: boolean
  /** Sentence of a choice between several values. */
  choose?: string | undefined
  keys: { undo: ShortcutId; take: ShortcutId }
}

/** What a field shows of the memory, in its own places: nothing moves when it is filled in. */
export interface KnownLine {
  /** Its help line; `null` leaves the field's own. */
  words: ReactNode
  /** Inside its edge. */
  end: ReactNode
  /** Under it. */
  ways: ReactNode
}

export const NO_LINE: KnownLine = { words: null, end: null, ways: null }

/** Where a field's value comes from, or the known value that differs from it, or those to choose from. */
export function useKnownLine<F extends string>(props: KnownLineProps<F> | null): KnownLine {
  const now = useNow(60_000)
  const hint = useKeyHint()
  if (props === null) return NO_LINE
  const { name, value, known, isStrict, choose, keys } = props
  const filled = known.filled?.values[name]
  const differs = known.differs[name]
  const choices = known.choices[name]
  if (filled && filled.value === value)
    return {
      ...NO_LINE,
      words: <KnownWords>{text.filled(filled.source, now)}</KnownWords>,
      end: <UndoButton shortcut={keys.undo} label={text.undo} onUndo={known.undo} />,
    }
  if (choices && choose !== undefined)
    return {
      ...NO_LINE,
      words: <KnownWords>{choose}</KnownWords>,
      ways: (
        <div className="known-ways">
          {choices.map((one) => (
            <Button key={one.value} size="low" onClick={() => known.take(name, one)}>
              {text.choiceFrom(one, now)}
            </Button>
          ))}
        </div>
      ),
    }
  if (!differs || !isStrict) return NO_LINE
  return {
    ...NO_LINE,
    words: <KnownWords>{text.differs(value, differs, now)}</KnownWords>,
    ways: (
      <div className="known-ways">
        <Button size="low" {...hint(keys.take)} onClick={() => known.take(name, differs)}>
          {text.put(differs.value)}
        </Button>
      </div>
    ),
  }
}

/** Sentence of the memory, in the help line of a field. */
export const KnownWords = ({ children }: { children: string }) => (
  <span className="known-words">
    <Icon of={History} />
    <span>{children}</span>
  </span>
)

export interface UndoButtonProps {
  shortcut: ShortcutId
  label: string
  onUndo: () => void
}

/** Takes back what was filled in. Out of the way of Tab, which goes from field to field: its key does the same. */
export function UndoButton({ shortcut, label, onUndo }: UndoButtonProps) {
  const hint = useKeyHint()
  return (
    <Button
      size="low"
      tone="plain"
      icon={Undo2}
      tabIndex={-1}
      title={label}
      {...hint(shortcut)}
      onClick={onUndo}
    >
      <span className="visually-hidden">{label}</span>
    </Button>
  )
}
