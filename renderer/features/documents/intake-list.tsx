import { CircleAlert, CopyCheck, FileUp, RotateCw, X } from 'lucide-react'
import { fileFacts, intakeText as text, notAcceptedText } from '#shared/text/documents.ts'
import { errorTexts, type ErrorText } from '#shared/text/errors.ts'
import { Button, IconButton } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { ShrinkButton } from '../document-tools/feature.ts'
import { type Incoming, type Intake, isFinal } from './intake.ts'
import { replaceScan } from './scan-menu.tsx'
import './documents.css'

export interface IntakeListProps {
  items: readonly Incoming[]
  intake: Intake
  mostBytes: number
}

/** Files being added, with progress and a cancel button, and files that failed, with the reason. */
export function IntakeList({ items, intake, mostBytes }: IntakeListProps) {
  if (items.length === 0) return null
  return (
    <ul className="intake" aria-label={text.title}>
      {items.map((item) => (
        <IncomingRow key={item.id} item={item} intake={intake} mostBytes={mostBytes} />
      ))}
    </ul>
  )
}

function IncomingRow({ item, intake, mostBytes }: { item: Incoming } & Omit<IntakeListProps, 'items'>) {
  const { id, file, state, loaded, other } = item
  const { name, size } = file
  const under = state === 'waiting' || state === 'checking' || state === 'copying'
  const problem = problemWords(item, mostBytes)
  const drawing = state === 'failed' ? CircleAlert : state === 'repeated' ? CopyCheck : FileUp
  return (
    <li className={`incoming incoming--${state}`}>
      <Icon of={drawing} />
      <div className="incoming__what">
        <p className="incoming__name">
          {name} <span className="muted figures">{fileFacts(undefined, size)}</span>
        </p>
        {under && (
          <p className="small second figures">
            {state === 'waiting' && text.waiting}
            {state === 'checking' && text.checking}
            {state === 'copying' && text.copying(percentOf(loaded, size))}
          </p>
        )}
        {state === 'copying' && <progress aria-label={name} value={Math.min(loaded, size)} max={size} />}
        {state === 'repeated' && (
          <p className="small second">{text.repeated(other === name ? '' : (other ?? ''))}</p>
        )}
        {problem && (
          <p className="small incoming__why">
            <b>{problem.title}</b> {problem.advice}
          </p>
        )}
        {item.problem?.detail && <p className="quote">{item.problem.detail}</p>}
      </div>
      <div className="incoming__ways">
        {under && (
          <Button size="low" aria-label={text.cancelOf(name)} onClick={() => intake.cancel(id)}>
            {text.cancel}
          </Button>
        )}
        {problem && item.problem?.why === 'document-too-large' && (
          <ShrinkButton
            file={file}
            maxBytes={mostBytes}
            onShrunk={(smaller) => {
              replaceScan(file, smaller)
              intake.replace(id, smaller)
            }}
          />
        )}
        {state === 'failed' && canRetry(item) && (
          <Button size="low" icon={RotateCw} aria-label={text.retryOf(name)} onClick={() => intake.retry(id)}>
            {text.retry}
          </Button>
        )}
        {!under && (
          <IconButton
            icon={X}
            label={text.dismiss(name)}
            title={text.dismissShort}
            onClick={() => intake.dismiss(id)}
          />
        )}
      </div>
    </li>
  )
}

const percentOf = (loaded: number, size: number) => Math.min(100, Math.floor((loaded / size) * 100))

const canRetry = ({ problem }: Incoming) => problem !== undefined && !isFinal(problem.why)

function problemWords({ problem, file }: Incoming, mostBytes: number): ErrorText | null {
  if (!problem) return null
  if (problem.why === 'unreadable') return text.unreadable
  if (problem.why === 'cancelled') return { title: text.cancelled, advice: '' }
  if (problem.why === 'document-not-accepted') return notAcceptedText(file.name)
  // The core may have a lower limit than the one shown here.
  if (problem.why === 'document-too-large' && file.size > mostBytes)
    return text.tooLarge(file.size, mostBytes)
  return errorTexts[problem.why]
}
