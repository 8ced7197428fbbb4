import { FilePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { AppError } from '#shared/bridge/result.ts'
import { trainingSettingsText } from '#shared/text/frame.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Notice, NoticeWords, TransferBar } from '../../design/layout.tsx'
import { Sign } from '../../design/sign.tsx'
import { useClient } from '../../replica/client.ts'
import { useTransfer } from '../../ui-state/transfers.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { SettingRow } from '../settings/settings-filter.tsx'

const text = trainingSettingsText.add
const WRONG: Partial<Record<AppError['code'], { title: string; advice: string }>> = {
  'invalid-request': text.wrong,
  'file-too-large': text.large,
}

export interface OwnScenariosProps {
  words: readonly string[]
  unreadable: readonly { file: string; problem: string }[]
}

/** Scenarios that the office wrote: added from a file, and those that cannot be read. */
export function OwnScenarios({ words, unreadable }: OwnScenariosProps) {
  const { bridge, queries } = useClient()
  const { progress, run, cancel } = useTransfer()
  const chooser = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<AppError | null>(null)
  const add = async (file: File) => {
    setError(null)
    const answer = await run((options) => bridge.send('training.add', {}, file, options))
    if (!answer) return
    if (!answer.ok) return setError(answer.error)
    showToast(text.added(answer.value.title))
    queries.refetch('training.list')
  }
  return (
    <SettingRow
      words={words}
      title={text.title}
      help={text.help}
      under={
        <div className="scenario__notices">
          {progress && (
            <TransferBar
              label={text.adding}
              progress={progress}
              cancelLabel={text.cancel}
              onCancel={cancel}
            />
          )}
          {error && <WrongFile error={error} />}
          {unreadable.length > 0 && <Unreadable files={unreadable} />}
        </div>
      }
    >
      <input
        ref={chooser}
        type="file"
        hidden
        accept="application/json,.json"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void add(file)
          // Lets the same file be chosen again, once corrected.
          event.target.value = ''
        }}
      />
      <Button
        size="low"
        icon={FilePlus}
        disabled={progress !== null}
        onClick={() => chooser.current?.click()}
      >
        {text.action}
      </Button>
    </SettingRow>
  )
}

function WrongFile({ error }: { error: AppError }) {
  const words = WRONG[error.code] ?? errorTexts[error.code]
  return (
    <Notice role="alert" tone="stop" icon={<Sign kind="unknown" />}>
      <NoticeWords title={words.title} body={words.advice} />
      {error.detail !== undefined && <p className="quote">{error.detail}</p>}
    </Notice>
  )
}

function Unreadable({ files }: { files: OwnScenariosProps['unreadable'] }) {
  const words = trainingSettingsText.unreadable
  return (
    <Notice role="note" tone="warn" icon={<Sign kind="warn" />}>
      <NoticeWords title={words.title} body={words.help} />
      <ul className="scenario__unreadable">
        {files.map(({ file, problem }) => (
          <li key={file}>
            <b className="settings__path">{file}</b> <span className="second settings__path">{problem}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
