import './field.css'

export interface PickBoxProps {
  label: string
  picked: boolean
  /** @param extend picks from the last one picked up to this one */
  onPick: (extend: boolean) => void
}

/** Cell that picks its row. The keyboard picks rows by their keys: it is no stop of Tab. */
export function PickBox({ label, picked, onPick }: PickBoxProps) {
  return (
    <span role="gridcell" className="pick">
      <input
        type="checkbox"
        className="pick__box"
        tabIndex={-1}
        aria-label={label}
        checked={picked}
        // Keeps the focus on the row.
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          event.stopPropagation()
          onPick(event.shiftKey)
        }}
        onChange={() => {}}
      />
    </span>
  )
}

export interface PickAllBoxProps {
  label: string
  /** Rows picked: all of them, some or none. */
  picked: 'all' | 'some' | 'none'
  onPickAll: () => void
}

/** Head of the cells that pick. */
export function PickAllBox({ label, picked, onPickAll }: PickAllBoxProps) {
  return (
    <span className="pick">
      <input
        type="checkbox"
        className="pick__box"
        aria-label={label}
        checked={picked === 'all'}
        ref={(box) => {
          if (box) box.indeterminate = picked === 'some'
        }}
        onChange={onPickAll}
      />
    </span>
  )
}
