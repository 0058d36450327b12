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

/** Person, key or app that caused an event. Members choose from the people of the team. */
export function EventActorPicker(props: ActorPickerProps) {
  return useIsAdmin() ? <AnyActorPicker {...props} /> : <PersonPicker {...props} />
}

/** Person of the team. */
export function PersonPicker(props: ActorPickerProps) {
  return <ActorPicker {...props} actors={usePeople()} />
}

function AnyActorPicker(props: ActorPickerProps) {
  const people = usePeople()
  const keys = useAllPages(KEYS, NO_VARIABLES, selectKeys).nodes
  const installs = useAllPages(INSTALLS, NO_VARIABLES, selectInstalls).nodes
  const actors = [
    ...people,
    ...keys.map(({ id, name, lastFour }) => ({ value: id, label: t('key', { name, lastFour }) })),
    ...installs.map(({ id, app }) => ({ value: id, label: t('app', { name: app.name }) })),
  ]
  return <ActorPicker {...props} actors={actors} />
}

const usePeople = (): Option[] =>
  useAllPages(TEAM, NO_VARIABLES, selectTeam).nodes.map(({ user }) => ({ value: user.id, label: user.name }))

/** The chosen actor is a choice even if it is none of the others. */
function ActorPicker({ actor, actors, onChange }: ActorPickerProps & { actors: readonly Option[] }) {
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
      onChange={(value) => onChange(value || undefined)}
    />
  )
}
