import { ArrowDown, ArrowUp, CornerDownLeft } from 'lucide-react'
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

/** Keys of a combination, or alternatives: `['Ctrl', 'K']`. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="kbd-group">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
