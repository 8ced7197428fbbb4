import { History, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { knownText as text } from '#shared/text/fields.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { useNow } from '../../replica/use-replica.ts'
import type { ShortcutId } from '../../app/shortcut-table.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { FieldLine, type FieldLineProps } from '../../app/forms/field-line.tsx'
import type { FormFills } from '../../app/forms/fills.ts'
import type { KnownParty } from './use-known-party.ts'
import '../../app/forms/autosave.css'

export interface KnownLineProps<F extends string> {
  name: F
  value: string
  known: KnownParty<F>
  fills: FormFills<F>
  /** True once the user has left the field. Until then the value is still being typed. */
  isStrict: boolean
  /** Sentence that offers a choice between several values. */
  choose?: string | undefined
  keys: { undo: ShortcutId; take: ShortcutId }
}

/** Parts of a field that show known data. They replace other parts of the field, so that filling in moves nothing. */
export interface KnownLine {
  /** Help line of the field; `null` leaves the field's own. */
  words: ReactNode
  /** Content inside the edge of the field. */
  end: ReactNode
  /** Actions under the field. */
  ways: ReactNode
}

const NO_LINE: KnownLine = { words: null, end: null, ways: null }

/**
 * Returns the source of a field's value, the known value that differs from it, or the known values to choose from.
 */
export function useKnownLine<F extends string>(props: KnownLineProps<F> | null): KnownLine {
  const now = useNow(60_000)
  const hint = useKeyHint()
  if (props === null) return NO_LINE
  const { name, value, known, fills, isStrict, choose, keys } = props
  const source = known.sourceOf(name)
  const differs = known.differs[name]
  const choices = known.choices[name]
  if (source) {
    const { latest } = fills
    // One shortcut undoes the whole last fill. The shortcut is shown once, on the first field of that fill.
    const isFirst = latest !== null && fills.holder(name) === latest && fills.held(latest)[0] === name
    return {
      ...NO_LINE,
      words: <KnownWords undo={isFirst ? keys.undo : undefined}>{text.filled(source, now)}</KnownWords>,
      end: <UndoButton label={text.undo} onUndo={() => known.undo(name)} />,
    }
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

/** Sentence about known data in the help line of a field, with the shortcut that undoes the fill. */
export function KnownWords({ undo, children }: { undo?: ShortcutId | undefined; children: string }) {
  const hint = useKeyHint()
  return (
    <span className="known-words">
      <Icon of={History} />
      <span>
        {children}{' '}
        {undo && (
          <span className="known-words__key">
            {hint(undo).shortcut} {text.undoKey}
          </span>
        )}
      </span>
    </span>
  )
}

/** Help line of a field: its own text, unless known data replace it. */
export const KnownHelp = ({
  line,
  viewModel,
}: {
  line: KnownLine
  viewModel: FieldLineProps['viewModel']
}) => (
  <span className="known-help">
    {(line.words === null || viewModel.tone !== 'help') && <FieldLine viewModel={viewModel} />}
    {line.words}
  </span>
)

export interface UndoButtonProps {
  label: string
  onUndo: () => void
}

/**
 * Undoes a fill. The button is not reached with Tab, which goes from field to field. The shortcut of the last fill,
 * or emptying the field, does the same.
 */
export const UndoButton = ({ label, onUndo }: UndoButtonProps) => (
  <IconButton icon={Undo2} label={label} named tabIndex={-1} onClick={onUndo} />
)
