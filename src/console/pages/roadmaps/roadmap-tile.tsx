import { Link } from '@tanstack/react-router'
import texts from '../../messages/en/roadmaps.json'
import { messagesOf } from '../../messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { Roadmap } from './documents.ts'
import styles from './roadmaps.module.css'
import { scoreText } from './score.ts'

const t = messagesOf(texts)

/** A roadmap in the list of them. */
export function RoadmapTile({ roadmap }: { roadmap: Roadmap }) {
  const { id, title, description, isPublic, percentage, score, scoreType, updatedAt } = roadmap
  const progress = t('progress', { percentage: Math.round(percentage) })
  return (
    <li className={styles.tile}>
      <h2>
        <Link from="/$organization" to="/$organization/roadmaps/$roadmap" params={{ roadmap: id }} dir="auto">
          {title}
        </Link>
        <Badge tone={isPublic ? 'good' : 'quiet'}>{t(isPublic ? 'public' : 'private')}</Badge>
      </h2>
      {description !== '' && <p>{description}</p>}
      <footer>
        <progress max={100} value={percentage} aria-label={progress} />
        <span>{progress}</span>
        {score !== null && <span>{scoreText(scoreType, score)}</span>}
        <Time at={updatedAt} />
      </footer>
    </li>
  )
}
