/** Words that no name contains as a part, in any inflection that has been in use. */
export const FORBIDDEN_PARTS = new Set(
  `told tell tells teller telling hear hears heard hearing sight sights lane lanes trail trails outlet outlets keeper
   keepers unasked surprise surprises surprised place places placed`.split(/\s+/),
)

/** Words and forms that no prose contains. */
export const FORBIDDEN_PROSE: RegExp[] = [
  /\b(told|tells?|telling|hear|hears|heard|hearing)\b/i,
  /\b(sights?|lanes?|trails?|outlets?|keepers?|unasked|surprises?|surprised|places?)\b/i,
  /\b(anew|meanwhile|thereof|so many|manieth|whoever|whatever|somebody|nobody)\b/i,
  /(^|[.!?] )(Of|What|Who|Whom|Whose) (?![^.]*\?)/,
  /(?<!\bthere )\b(is|are|was|were) none\b|\bof (this|that) moment\b|\bof before\b|\bwhat is existing\b/i,
]

/** Words of people that no comment says of a program. */
export const FORBIDDEN_COMMENTS: RegExp[] = [
  /(?<!\b(people|readers?|visitors?|team)\b[^.]*)\b(says?|said|knows?|knew|stands?|stood|wants?|wanted)\b/i,
]

/** Former names, by the files in which each has another meaning than its own, or none. */
export const FORMER_NAMES: [files: RegExp, names: string][] = [
  [
    /^(src\/server|src\/main|rest-compat)/,
    `storedAnswers StoredAnswersOptions isSimpleRead Keeper keeperOf storable refusalOf onSurprise refuseGraphql
     refuseWhileDraining Refusal RestError inRestNames presentOAuthError answerText credentialsOf assertSent
     graphqlDoor answerOnce requestOf mediaTypeOf sendFetched checkRequest checkParameters payloadOf createGraphql
     GraphqlOptions startScheduler startLogKeeping foldRevisions sweepOAuth openInstallation greeting
     readOrMakeSecretKey withPatience Holder readHolders HOLDERS lanesLeased eventsHeldBack showLag
     surviveNothingUnknown onceAskedToStop forgetStart answerMemoryMb openLive closeLive presentError mask seen
     Repetition something watchCallers Watched wakes`,
  ],
  [
    /^(src|rest-compat|test)\//,
    `Wanted InstallFacts isoTimeOrNull jsonProblem seesAll seesAsTeam othersTurn judged keyOf giveBack
     giveBackVotes giveBackSubscribers giveBackComments humanize challengeOf furnish PATIENCE_MS`,
  ],
  [
    /^(src|rest-compat)\//,
    'known remembered persist Persistence refusalOf signals idOf board giveUp givesUp inTurn lookUp',
  ],
  [/^(src\/(auth|cli|delivery|events|graphql|lib|modules|seed|server)|rest-compat)/, 'Live problemIn Answer'],
  [/^(src\/(?!lib\/log\/logger)|rest-compat)/, 'isoTime'],
  [/^src\/(server|modules|portal)/, 'itemOf weightOf problemIn'],
  [/^src\/cli/, 'listenLive sayer textProblem'],
  [
    /^test\//,
    'openTopic OpenTopic topic topics unsettled kindOf ofInstall caughtUp cutOff storable fillBoard',
  ],
  [
    /^src\/(graphql|modules)/,
    `Need shows assertReach assertTarget homeOf homes kindOf selectedOfItems selectedBelow pointer pointers
     largeIdOf Topic topic isTopic Past LogTopic logTopic isMeant answersAlike runOnItem OFTEN createExecute
     Execute literalsAreStorable storableText variableProblem problemIn hasBadVariables withoutSuggestions
     hasUnconditionalRoot inWords Facts family`,
  ],
  [
    /^src\/server\/live/,
    `Outlet createOutlet fits cutOff askers impatience REPEATABLE Trail TrailSource
     createTrail losses followOutputs Outputs Promised Heard Member OWN_FIELDS asksForOwn sightOf Ground
     readStandings groundsOf ANYWAY_MS recently recall inRuns numbered createPresentGroup beginTopic createRunner
     Closing closingOf Opening beginOnSocket mark forget`,
  ],
  [
    /^src\/(delivery|db|events|auth|lib)\/(?!db\/embedded)/,
    `Lane claimLanes renewLanes releaseLane leaveLane runLane LaneTools Verdict Attempted PendingDelivery readPending
     Ledger createLedger judge noteHealth createBodies BodyOf Poster createPoster TimedOut connectionsBy
     namedStatements PLANNED_ANEW Signals Signal freeSlug isUnreachable makePartitions changeParts presentCursor
     forgottenPosition keepLog power seesAsTeam KnownApiKey KnownAccessToken KnownUser impossible randomOctets
     parseInstant parseDay parseMoment longDate assertSpan identified forget reached inWords`,
  ],
  [
    /^(src\/(modules|seed)|rest-compat)\//,
    `recordAct Act lockFamilies originalOf Moments momentsAfter nextDueMoment trunk PLACES postFacts WholePost
     resumePlace ofBoard ofInstall holdApp endInstalls EndedInstall isRightfully takeTurn holdUnchanged Moment
     Foundation foundation readPlace`,
  ],
]

/** Former aliases in SQL. */
export const FORMER_ALIASES = new Set(['judged'])

/** Former prefixes of constants. The new ones are MAX_, RETENTION_, RETRY_DELAY_, CACHE_TTL_, INTERVAL_ and POLL_. */
export const FORMER_CONSTANTS =
  /^(MOST(_|$)|LONGEST|DEEPEST|LARGEST|KEPT_(BYTES|CHARACTERS|DAYS)$|(AGAIN|TRUSTED|EVERY|LOOK)_MS$)/

/** What the rules would find and may stay. */
export const EXCEPTIONS: { files: RegExp; found: RegExp; reason: string }[] = [
  {
    files: /^src\/console\/(app\/shell|pages\/posts\/inbox)/,
    found: /^Outlet$/,
    reason: 'Component of TanStack Router.',
  },
  { files: /./, found: /audit trail$/i, reason: 'The term of the field for a log of actions.' },
  { files: /^src\/seed\/data\//, found: /./, reason: 'Demo data: texts of people.' },
  { files: /^openapi\/paths\//, found: /Tell|Nobody/, reason: 'Examples: texts of people.' },
  { files: /^src\/modules\/audit\//, found: /^act$/, reason: 'Column of the audit entries.' },
]
