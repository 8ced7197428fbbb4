import { retentionText as text } from '#shared/text/app-office.ts'
import { useQuery } from '../../replica/use-replica.ts'

/** Space used by stored documents. Says so when unknown: a 0 would be false. */
export function ServiceDocumentRoom() {
  const { data, error } = useQuery('service-documents.usage', {})
  if (!data) return error ? text.usageUnknown : null
  const isFull = data.bytes >= data.limit || (data.pending > 0 && data.bytes > data.limit * 0.98)
  return (
    <>
      <span>
        {text.usage(data)} {data.pending > 0 && !isFull && text.pending(data.pending)}
      </span>
      {isFull && <b className="office-full">{text.full}</b>}
      <progress
        className="office-room"
        aria-label={text.room}
        value={Math.min(data.bytes, data.limit)}
        max={data.limit}
      />
    </>
  )
}
