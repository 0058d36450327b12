import { comparableName } from '../../rules/names.ts'
import { SourceFault } from '../../source-fault.ts'

/** Headings of each field in English, German, French and Spanish. The first that a file has is used. */
const HEADINGS = {
  title: `title, name, headline, subject, summary, Titel, Überschrift, Betreff, Thema, titre, intitulé, objet, título,
    titulo, asunto`,
  description: `description, details, body, content, text, Beschreibung, Inhalt, Einzelheiten, contenu, détails, texte,
    descripción, contenido, detalles, texto`,
  status: 'status, state, stage, Zustand, Stand, statut, état, étape, estado, etapa',
  bucket: 'board, forum, bucket, Bereich, Brett, tableau, tablero, foro',
  votes: `votes, upvotes, vote count, votes count, score, count, supporters, Stimmen, Anzahl Stimmen, Stimmenzahl, voix,
    nombre de votes, votos, número de votos`,
  downvotes: 'downvotes, down votes, Gegenstimmen, voix contre, votos negativos',
  authorName: `author name, author, created by, submitter, submitter name, user name, reporter, Autor, Verfasser, Ersteller,
    erstellt von, auteur, créé par, nom de l'auteur, creado por, nombre del autor, autora`,
  authorEmail: `author email, email, user email, e-mail address, email address, E-Mail-Adresse, courriel, adresse e-mail,
    adresse électronique, correo, correo electrónico`,
  createdAt: `created at, created, created date, created on, date, submitted at, erstellt am, Erstelldatum, erstellt,
    Datum, créé le, date de création, fecha, fecha de creación, creado, creado el`,
  updatedAt: `updated at, updated, updated on, aktualisiert am, geändert am, modifié le, mis à jour le, actualizado,
    actualizado el`,
  id: 'source id, id, post id, external id, issue key, issue id, number, Nummer, numéro, número, identifiant, identificador',
  url: 'url, link, permalink, Adresse, lien, enlace',
  slug: 'slug',
  comments: 'comments, comment count, comments count, Kommentare, commentaires, comentarios',
} satisfies Record<string, string>

/** Headings of tags. All of them are read. */
const TAG_HEADINGS = `tags, tag, labels, label, category, categories, Schlagwörter, Schlagworte, Kategorie, Kategorien,
  étiquettes, catégorie, catégories, etiquetas, categoría, categorías`

const FIELDS = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[]

/** Heading of each field, the headings of tags, and those that no field has. */
export type CsvColumns = {
  heading: Partial<Record<keyof typeof HEADINGS, string>>
  tags: string[]
  unknown: string[]
}

const comparables = (names: string) => names.split(',').map(comparableName)

/**
 * Assigns the headings of a file to fields. `given` names headings by field and wins. Those of tags are joined by `|`.
 * A blank heading leaves its field out.
 * @throws SourceFault for a given field or heading that does not exist
 */
export function columnsOf(
  file: string,
  headings: readonly string[],
  given: Readonly<Record<string, string>> = {},
): CsvColumns {
  const named = new Map(headings.map((heading) => [comparableName(heading), heading]))
  const { heading, left } = chosenHeadings(file, named, given)
  const chosen = new Set(Object.values(heading))
  for (const field of FIELDS) {
    if (heading[field] !== undefined || left.has(field)) continue
    const found = comparables(HEADINGS[field])
      .map((name) => named.get(name))
      .find((one) => one !== undefined && !chosen.has(one))
    if (found === undefined) continue
    heading[field] = found
    chosen.add(found)
  }
  const tagNames = new Set(comparables(TAG_HEADINGS))
  const isTag = (one: string) =>
    !chosen.has(one) && tagNames.has(comparableName(one.replace(/ \(\d+\)$/, '')))
  const tags = given['tags'] === undefined ? headings.filter(isTag) : tagColumns(file, named, given['tags'])
  const unknown = headings.filter(
    (one) => !chosen.has(one) && !tags.includes(one) && !['', 'error'].includes(comparableName(one)),
  )
  return { heading, tags, unknown }
}

/** Headings that are named by field, and the fields that are left out. */
function chosenHeadings(
  file: string,
  named: ReadonlyMap<string, string>,
  given: Readonly<Record<string, string>>,
) {
  const heading: CsvColumns['heading'] = {}
  const left = new Set<string>()
  for (const [field, wanted] of Object.entries(given)) {
    if (field === 'tags') continue
    if (!(FIELDS as string[]).includes(field))
      throw new SourceFault(`"${field}" is not a field. The fields are ${[...FIELDS, 'tags'].join(', ')}.`)
    if (wanted.trim() === '') left.add(field)
    else heading[field as keyof typeof HEADINGS] = headingOf(file, named, wanted)
  }
  return { heading, left }
}

function headingOf(file: string, named: ReadonlyMap<string, string>, wanted: string): string {
  const found = named.get(comparableName(wanted))
  if (found === undefined) throw new SourceFault(`The file has no column "${wanted}".`, { file })
  return found
}

function tagColumns(file: string, named: ReadonlyMap<string, string>, given: string): string[] {
  if (given.trim() === '') return []
  return given.split('|').map((wanted) => headingOf(file, named, wanted))
}

const MAX_SHOWN = 200

/** Returns why a file without a column of titles cannot be read. Null for another one. */
export function titleProblem({ heading }: CsvColumns, headings: readonly string[]): string | null {
  if (heading.title !== undefined) return null
  const row = headings.join(', ').slice(0, MAX_SHOWN).toWellFormed()
  return `No column of the file is the title. Its first row is ${row}.`
}
