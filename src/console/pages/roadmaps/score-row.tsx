import { XIcon } from '@primer/octicons-react'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import type { RoadmapPost } from './documents.ts'
import { PostLink } from './post-link.tsx'
import styles from './score-list.module.css'
import { INPUTS, scoreNumber, scoreOf, type Input, type ScoreType } from './score.ts'

const t = messagesOf(texts)

type ScoreRowProps = {
  row: RoadmapPost
  scoreType: ScoreType
  onScore: (name: Input, value: number | null) => void
  onRemove: () => void
}

/** A post with the inputs of its score. */
export function ScoreRow({ row, scoreType, onScore, onRemove }: ScoreRowProps) {
  const { id, title, status, votesCount } = row.post
  const inputs = INPUTS[scoreType]
  const score = scoreOf(scoreType, row)
  return (
    <tr>
      <th scope="row">
        <PostLink id={id}>{title}</PostLink>
      </th>
      <td>
        <Status {...status} />
      </td>
      <td className={styles.number}>{votesCount}</td>
      {inputs.map((name) => (
        <td key={name} className={styles.number}>
          <ScoreInput
            key={String(row[name])}
            label={t('input.of', { input: t(`input.${name}`), title })}
            value={row[name]}
            least={name === 'effort' ? 0.001 : 0}
            onChange={(value) => onScore(name, value)}
          />
        </td>
      ))}
      {inputs.length > 0 && <td className={styles.score}>{score === null ? '–' : scoreNumber(score)}</td>}
      <td>
        <Button look="quiet" aria-label={t('removeThis', { title })} onClick={onRemove}>
          <XIcon size={14} />
        </Button>
      </td>
    </tr>
  )
}

type ScoreInputProps = {
  label: string
  value: number | null
  least: number
  onChange: (value: number | null) => void
}

/** Number that is stored when the focus leaves it, or by Enter. */
function ScoreInput({ label, value, least, onChange }: ScoreInputProps) {
  const store = (field: HTMLInputElement) => {
    if (!field.reportValidity()) return
    const next = field.value === '' ? null : field.valueAsNumber
    if (next !== value) onChange(next)
  }
  return (
    <input
      type="number"
      inputMode="decimal"
      step="any"
      min={least}
      max={1_000_000_000}
      aria-label={label}
      defaultValue={value ?? ''}
      onBlur={({ currentTarget }) => store(currentTarget)}
      onKeyDown={({ key, currentTarget }) => void (key === 'Enter' && currentTarget.blur())}
    />
  )
}
