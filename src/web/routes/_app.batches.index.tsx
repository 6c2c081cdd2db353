import { createFileRoute } from '@tanstack/react-router';
import { BatchesPage } from '../features/batches/batches-page.tsx';

export const Route = createFileRoute('/_app/batches/')({ component: BatchesPage });
