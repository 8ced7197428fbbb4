import { Download, FileText, HardDriveDownload } from 'lucide-react'
import type { Paper } from '#shared/bridge/papers.ts'
import { dateTime } from '#shared/domain/age.ts'
import { bytesText } from '#shared/text/app-documents.ts'
import { papersText as text } from '#shared/text/app-procedure.ts'
import { shortWhen } from '#shared/text/app-dates.ts'
import { resourceWords } from '#shared/text/app-resources.ts'
import { documentLabel } from '#shared/text/labels-documents.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { IconButton } from '../../design/icon-button.tsx'
import { Icon } from '../../design/icon.tsx'
import { Sign } from '../../design/sign.tsx'
import type { ReadIncident } from './incidents.ts'

export interface PaperRowsProps {
  label: string
  papers: readonly Paper[]
  /** Open ones: what is wrong with a paper is said in its row. */
  incidents: readonly ReadIncident[]
  /** With the name that it is saved with, size and day, each in its column. */
  wide: boolean
  now: number
  onOpen: (paper: Paper) => void
  onSave: (paper: Paper) => void
}

/** Papers by name: what each is, whether it can be read without a network, and what is wrong with it. */
export function PaperRows({ label, papers, incidents, wide, now, onOpen, onSave }: PaperRowsProps) {
  const { columns } = text
  return (
    <div className={wide ? 'papers papers--wide' : 'papers'}>
      {wide && (
        // The names of the columns are in each row's own words for whoever does not see them.
        <div className="papers__head tiny" aria-hidden="true">
          <span>{columns.name}</span>
          <span>{columns.fileName}</span>
          <span className="papers__number">{columns.size}</span>
          <span className="papers__number">{columns.at}</span>
          <span />
        </div>
      )}
      <ul aria-label={label}>
        {papers.map((paper) => (
          <PaperRow
            key={paper.documentId}
            paper={paper}
            wrong={incidents.find(({ documentId }) => documentId !== '' && documentId === paper.documentId)}
            wide={wide}
            now={now}
            onOpen={() => onOpen(paper)}
            onSave={() => onSave(paper)}
          />
        ))}
      </ul>
    </div>
  )
}

interface PaperRowProps extends Pick<PaperRowsProps, 'wide' | 'now'> {
  paper: Paper
  wrong: ReadIncident | undefined
  onOpen: () => void
  onSave: () => void
}

function PaperRow({ paper, wrong, wide, now, onOpen, onSave }: PaperRowProps) {
  const { name, type, kept, size, createdAt, fileName, error } = paper
  const called = name || (type ? documentLabel(type) : text.unnamed)
  const kind = type ? documentLabel(type) : ''
  const adds = kind !== '' && !called.toLowerCase().includes(kind.toLowerCase())
  return (
    <li className="paper" data-document={paper.documentId}>
      <button type="button" className="paper__open" aria-label={text.open(called)} onClick={onOpen}>
        <Icon of={FileText} />
        <span className="paper__words">
          <span className="paper__name">{called}</span>
          {adds && <span className="tiny muted"> {kind}</span>}
          {wrong ? (
            <span className="paper__wrong tiny">
              <Sign kind="stop" />
              {wrong.title || resourceWords.unnamedIncident}
            </span>
          ) : (
            error &&
            !kept && (
              <span className="paper__wrong tiny" title={errorTexts[error.code].title}>
                <Sign kind="unknown" />
                {text.failed}
              </span>
            )
          )}
        </span>
      </button>
      {wide && (
        <span className="paper__file second clip" title={fileName}>
          {fileName}
        </span>
      )}
      <span className="paper__facts tiny muted">
        {kept && (
          <span className="paper__kept" title={text.kept}>
            <Icon of={HardDriveDownload} />
            <span className="visually-hidden">{text.kept}</span>
          </span>
        )}
        <span className="paper__size figures">{size === undefined ? '' : bytesText(size)}</span>
      </span>
      <span
        className="paper__at tiny muted figures"
        title={createdAt === undefined ? '' : dateTime(createdAt)}
      >
        {createdAt === undefined ? '' : shortWhen(createdAt, now)}
      </span>
      <IconButton icon={Download} label={text.save(called)} className="paper__save" named onClick={onSave} />
    </li>
  )
}
