import { useState } from 'react'
import texts from '../../messages/en/import-run.json'
import { LOCALE, messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Picker } from '../../ui/picker.tsx'
import { choiceKey, targetsOf, type Choices } from './choices.ts'
import styles from './imports.module.css'
import type { PlannedValue } from './run-documents.ts'
import type { ImportTargets } from './use-targets.ts'

const t = messagesOf(texts)
const NUMBER = new Intl.NumberFormat(LOCALE)
const MAX_SHOWN = 100
/** Number of choices from which a field narrows them. */
const SEARCHED = 8

type ValuesProps = {
  values: readonly PlannedValue[]
  targets: ImportTargets
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** Statuses, boards and tags of the source, each with its target. Those that need a decision are first. */
export function Values({ values, targets, choices, onChoose }: ValuesProps) {
  const [isAll, setAll] = useState(false)
  const sorted = values.toSorted((one, other) => Number(other.needsDecision) - Number(one.needsDecision))
  const undecided = values.filter((value) => value.needsDecision && !choices[choiceKey(value)])
  const createAll = () =>
    onChoose({ ...choices, ...Object.fromEntries(undecided.map((value) => [choiceKey(value), value.value])) })
  if (values.length === 0) return <p className={styles.quiet}>{t('values.none')}</p>
  return (
    <>
      <div className={styles.scroll} role="region" aria-label={t('values')} tabIndex={0}>
        <table className={styles.table}>
          <Head />
          <tbody>
            {sorted.slice(0, isAll ? undefined : MAX_SHOWN).map((value, index) => (
              <ValueRow
                key={`${index} ${choiceKey(value)}`}
                {...{ value, targets }}
                chosen={choices[choiceKey(value)] ?? ''}
                onChoose={(to) => onChoose({ ...choices, [choiceKey(value)]: to })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {(undecided.length > 1 || (values.length > MAX_SHOWN && !isAll)) && (
        <p className={styles.buttons}>
          {undecided.length > 1 && <Button onClick={createAll}>{t('propose')}</Button>}
          {values.length > MAX_SHOWN && !isAll && (
            <Button look="quiet" onClick={() => setAll(true)}>
              {t('values.all', { count: NUMBER.format(values.length) })}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{t('value')}</th>
        <th scope="col" className={styles.number}>
          {t('value.posts')}
        </th>
        <th scope="col">{t('value.becomes')}</th>
      </tr>
    </thead>
  )
}

type ValueRowProps = {
  value: PlannedValue
  targets: ImportTargets
  chosen: string
  onChoose: (to: string) => void
}

function ValueRow({ value, targets, chosen, onChoose }: ValueRowProps) {
  const field = t(`field.${value.field}`)
  const options = optionsOf(value, targets)
  return (
    <tr>
      <th scope="row">
        <small>{field}</small> {value.value}
        {value.needsDecision && chosen === '' && (
          <>
            {' '}
            <Badge tone="warn">{t('value.needed')}</Badge>
          </>
        )}
      </th>
      <td className={styles.number}>{NUMBER.format(value.count)}</td>
      <td>
        <Picker
          label={t('value.of', { field, value: value.value })}
          searchable={options.length > SEARCHED}
          options={options}
          value={chosen}
          onChange={onChoose}
        />
      </td>
    </tr>
  )
}

/** First what is planned, or the demand of a decision with a new thing of that name. Then the things here. */
function optionsOf(value: PlannedValue, targets: ImportTargets) {
  const things = targetsOf(value, targets)
  const first = value.needsDecision
    ? [
        { value: '', label: t('value.choose') },
        { value: value.value, label: t('value.create', { name: value.value }) },
      ]
    : [{ value: '', label: plannedName(value, things) }]
  const others = things.filter(({ name }) => value.needsDecision || name !== value.becomes)
  return [...first, ...others.map(({ to, name }) => ({ value: to, label: name }))]
}

function plannedName({ becomes }: PlannedValue, things: readonly { name: string }[]): string {
  if (becomes === null) return t('value.leftOut')
  return things.some(({ name }) => name === becomes) ? becomes : t('value.create', { name: becomes })
}
