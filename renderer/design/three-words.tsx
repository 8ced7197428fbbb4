import { pairingWordsText } from '#shared/text/frame.ts'
import './dialog.css'

/**
 * Words to compare with those of the other screen, large enough to be read aloud across a desk. They take the focus of
 * a dialog that opens with them: a screen reader says them, and Enter by reflex answers nothing.
 */
export const ThreeWords = ({ words }: { words: readonly string[] }) => (
  <ol className="three-words" aria-label={pairingWordsText} tabIndex={-1} data-safe>
    {words.map((word, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two may be the same word, and their order never changes
      <li key={index}>{word}</li>
    ))}
  </ol>
)
