import { enumType } from '../../graphql/schema/enum.ts'

export const RoadmapStatusRef = enumType('RoadmapStatus', 'Progress of a roadmap.', {
  backlog: 'In the backlog, not yet planned.',
  planned: 'Planned.',
  in_progress: 'In progress.',
  completed: 'Completed.',
})

export const RoadmapModeRef = enumType('RoadmapMode', 'Display mode of a roadmap.', {
  kanban: 'Columns of cards.',
  list: 'Rows of a list.',
  timeline: 'Bars on a calendar.',
})

export const ScoreTypeRef = enumType('ScoreType', 'Scoring method of a roadmap.', {
  none: 'No score.',
  votes: 'Sum of the up-votes of its posts.',
  rice: 'Average of reach × impact × confidence ÷ effort over the posts with all four inputs.',
  ice: 'Average of impact × confidence × ease over the posts with all three inputs.',
})

export const KanbanViewGroupRef = enumType('KanbanViewGroup', 'Grouping of the columns of the kanban view.', {
  status: 'One column per status.',
  month: 'One column per month.',
  quarter: 'One column per quarter.',
})
