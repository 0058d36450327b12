import type { StatusKind } from '../records.ts'
import { comparableName } from './names.ts'

/** English, German, French and Spanish names of each kind. */
const NAMES: Record<StatusKind, string> = {
  submitted: `submitted, open, new, gathering, gathering feedback, unstarted, eingereicht, offen, neu, ouvert, nouveau,
    soumis, proposé, abierto, nuevo, enviado`,
  under_review: `under review, in review, reviewing, considering, under consideration, in prüfung, wird geprüft,
    in überprüfung, en examen, en cours d'examen, à l'étude, en revisión, en estudio`,
  planned: `planned, next, accepted, up next, geplant, angenommen, planifié, prévu, accepté, planificado, planeado,
    previsto, aceptado`,
  in_progress: `in progress, started, working on it, now, active, in development, in arbeit, in bearbeitung, begonnen,
    gestartet, aktiv, in umsetzung, en cours, en développement, commencé, démarré, en progreso, en curso, en desarrollo,
    iniciado, activo`,
  completed: `completed, complete, done, shipped, released, already exists, live, abgeschlossen, erledigt, fertig,
    umgesetzt, veröffentlicht, terminé, achevé, fait, livré, publié, completado, terminado, hecho, lanzado, publicado`,
  closed: `closed, declined, rejected, won't do, wont do, wontfix, not planned, duplicate, canceled, cancelled,
    geschlossen, abgelehnt, nicht geplant, duplikat, doppelt, abgebrochen, fermé, refusé, rejeté, non planifié, doublon,
    annulé, cerrado, rechazado, no planificado, duplicado, cancelado`,
}

const KIND_BY_NAME = new Map(
  (Object.entries(NAMES) as [StatusKind, string][]).flatMap(([kind, names]) =>
    names.split(',').map((name) => [comparableName(name), kind] as const),
  ),
)

/** Returns the kind of a status by its name or slug in English, German, French or Spanish, or null. */
export const statusKindOf = (name: string): StatusKind | null =>
  KIND_BY_NAME.get(comparableName(name)) ?? null

const KINDS = Object.keys(NAMES) as StatusKind[]

/**
 * Returns the kind that a plan proposes for a status without a synonym: that of the longest synonym whose words
 * occur in the name, else `submitted`.
 */
export function guessStatusKind(name: string): StatusKind {
  const comparable = comparableName(name)
  const candidates = [...KIND_BY_NAME].filter(
    ([synonym]) => synonym.length >= 4 && comparable.includes(synonym),
  )
  const [best] = candidates.sort(
    ([one, kind], [other, otherKind]) =>
      other.length - one.length || KINDS.indexOf(kind) - KINDS.indexOf(otherKind),
  )
  return best?.[1] ?? 'submitted'
}
