import GroupAddIcon from '@mui/icons-material/GroupAddOutlined';
import { ShrinkingMark } from '../name-with-marks.tsx';

/** Marks an Entity that got a Command without being a known Entity of the Collective when sent. */
export function AlsoCommandedMark() {
  return (
    <ShrinkingMark
      icon={GroupAddIcon}
      hint="Also commanded: named in the Service’s answer; not a known Entity of the Collective when sent."
      color="var(--mui-palette-status-amber)"
    >
      also commanded
    </ShrinkingMark>
  );
}
