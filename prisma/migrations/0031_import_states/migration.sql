-- AlterEnum
ALTER TYPE "import_state" ADD VALUE 'planning';
ALTER TYPE "import_state" ADD VALUE 'paused';
ALTER TYPE "import_state" ADD VALUE 'failed';
ALTER TYPE "import_state" ADD VALUE 'undoing';
ALTER TYPE "import_state" ADD VALUE 'undone';
