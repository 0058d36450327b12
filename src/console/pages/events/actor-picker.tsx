import { useState } from 'react'
import type { ResultOf } from '../../graphql.ts'
import { useIsAdmin } from '../../app/viewer.ts'
import { useAllPages } from '../../live/use-all-pages.ts'
import texts from '../../messages/en/event-log.json'
import { messagesOf } from '../../messages.ts'
import { Picker } from '../../ui/picker.tsx'
import { INSTALLS, KEYS, TEAM } from './actor-documents.ts'

const t = messagesOf(texts)
const NO_VARIABLES = {}
/** Value of the choice of no actor. */
const ANY = ''
/** Number of choices from which a field narrows them. */
const SEARCHED = 8

const selectTeam = ({ teamMembers }: ResultOf<typeof TEAM>) => teamMembers
const selectKeys = ({ apiKeys }: ResultOf<typeof KEYS>) => apiKeys
const selectInstalls = ({ installs }: ResultOf<typeof INSTALLS>) => installs

type ActorPickerProps = { actor: string | undefined; onChange: (actor: string | undefined) => void }
type Option = { value: string; label: string }
type Actors = { actors: readonly Option[]; isReading: boolean; onOpen: () => void }

/** Person, key or app that caused an event. Members choose from the people of the team. */
export function EventActorPicker(props: ActorPickerProps) {
  return useIsAdmin() ? <AnyActorPicker {...props} /> : <PersonPicker {...props} />
}

/** Person of the team. */
export function PersonPicker(props: ActorPickerProps) {
  const [isOpened, setOpened] = useOpened(props.actor)
  const people = usePeople(isOpened)
  return <ActorPicker {...props} actors={people.options} isReading={people.isReading} onOpen={setOpened} />
}

function AnyActorPicker(props: ActorPickerProps) {
  const [isOpened, setOpened] = useOpened(props.actor)
  const people = usePeople(isOpened)
  const keys = useAllPages(KEYS, NO_VARIABLES, selectKeys, isOpened)
  const installs = useAllPages(INSTALLS, NO_VARIABLES, selectInstalls, isOpened)
  const actors = [
    ...people.options,
    ...keys.nodes.map(({ id, name, lastFour }) => ({ value: id, label: t('key', { name, lastFour }) })),
    ...installs.nodes.map(({ id, app }) => ({ value: id, label: t('app', { name: app.name }) })),
  ]
  const isReading = people.isReading || keys.isReading || installs.isReading
  return <ActorPicker {...props} actors={actors} isReading={isReading} onOpen={setOpened} />
}

/** Whether every actor is needed: once the list was opened, and for the name of the one that is chosen. */
function useOpened(actor: string | undefined): [isOpened: boolean, setOpened: () => void] {
  const [isOpened, setOpened] = useState(actor !== undefined)
  return [isOpened, () => setOpened(true)]
}

function usePeople(isWanted: boolean): { options: Option[]; isReading: boolean } {
  const { nodes, isReading } = useAllPages(TEAM, NO_VARIABLES, selectTeam, isWanted)
  return { options: nodes.map(({ user }) => ({ value: user.id, label: user.name })), isReading }
}

/** The chosen actor is a choice even if it is not in the list. */
function ActorPicker({ actor, actors, isReading, onOpen, onChange }: ActorPickerProps & Actors) {
  const isKnown = actor === undefined || actors.some(({ value }) => value === actor)
  return (
    <Picker
      label={t('actor')}
      searchable={actors.length > SEARCHED}
      options={[
        { value: ANY, label: t('anyActor') },
        ...actors,
        ...(isKnown ? [] : [{ value: actor, label: actor }]),
      ]}
      value={actor ?? null}
      isReading={isReading}
      onOpen={onOpen}
      onChange={(value) => onChange(value || undefined)}
    />
  )
}
