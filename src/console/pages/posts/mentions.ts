/** A person whom a comment may mention. `hint` distinguishes people of one name. */
export type Mentionable = { id: string; name: string; hint: string }

/** A mention that is being typed: the index of its `@`, and the text behind it. */
export type TypedMention = { at: number; typed: string }

/** Maximum number of people that are offered. */
const MAX_OFFERED = 8

/** Returns the mention at whose end the cursor is. Null without one. */
export function typedMention(text: string, cursor: number): TypedMention | null {
  const found = /(?<![^\s(])@([\p{L}\p{N}._-]{0,30})$/u.exec(text.slice(0, cursor))
  return found && { at: found.index, typed: found[1] ?? '' }
}

/** Returns the people of whose name a word starts with what is typed. */
export function matching(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase()
  const matches = ({ name }: Mentionable) =>
    name
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted))
  return people.filter(matches).slice(0, MAX_OFFERED)
}

/** Returns the ids of the picked people whose names are still in a text. `@Adam` is not `@Ada`. */
export const mentionedIn = (text: string, picked: readonly Mentionable[]): string[] => [
  ...new Set(picked.flatMap(({ id, name }) => (contains(text, `@${name}`) ? [id] : []))),
]

const contains = (text: string, mention: string) =>
  text
    .split(mention)
    .slice(1)
    .some((rest) => !/^[\p{L}\p{N}]/u.test(rest))
