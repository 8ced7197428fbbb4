import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react'
import { keyNames } from '#shared/text/app.ts'
import './controls.css'

const DRAWN = { Enter: CornerDownLeft, ArrowUp, ArrowDown } as const

/** One key. Arrows and Enter are icons, because not every font has them. Screen readers skip the key. */
export function Kbd({ children }: { children: string }) {
  const Drawn = (DRAWN as Partial<Record<string, typeof ArrowUp>>)[children]
  return (
    <kbd className="kbd" aria-hidden="true">
      {Drawn ? <Drawn /> : children}
    </kbd>
  )
}

/** Keys that the user holds while pressing another one. */
const HELD: ReadonlySet<string> = new Set([
  'Ctrl',
  'Alt',
  keyNames.shift,
  'Windows',
  'Super',
  '⌘',
  '⌃',
  '⌥',
  '⇧',
])

/** Keys of a combination, such as `['Ctrl', 'K']`, on one cap. Alternatives have a cap each. */
export function Keys({ keys }: { keys: readonly string[] }) {
  const isCombination = HELD.has(keys[0] ?? '')
  return (
    <span className={isCombination ? 'kbd-group kbd-group--combination' : 'kbd-group'}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
