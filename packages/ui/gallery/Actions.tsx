import { Button, buttonClass, Dialog, Icon, IconButton, Menu, Row, Toast, Toasts } from '@hofn/ui';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

/** Buttons, menus and dialogs. */
export const Actions = (props: SectionProps) => {
  const { w } = props;
  const [asking, setAsking] = useState(false);
  const [toasts, setToasts] = useState<number[]>([]);
  const [chosen, setChosen] = useState('');
  return (
    <>
      <Part {...props} id="buttons" of={['Button', 'IconButton']}>
        <Row>
          <Button>{w.buttons.send}</Button>
          <Button kind="secondary" icon="download">
            {w.buttons.download}
          </Button>
          <Button kind="text">{w.buttons.cancel}</Button>
          <Button kind="danger" icon="trash">
            {w.buttons.remove}
          </Button>
          <a className={buttonClass({ kind: 'secondary' })} href="#buttons">
            <Icon name="external" /> {w.buttons.download}
          </a>
        </Row>
        <Row>
          <Button isLoading loadingLabel={w.buttons.sending}>
            {w.buttons.send}
          </Button>
          <Button isLoading dots={3} kind="secondary" loadingLabel={w.buttons.sending}>
            {w.buttons.send}
          </Button>
          <Button aria-disabled>{w.buttons.sign}</Button>
          <Button size="small">{w.buttons.small}</Button>
          <Button size="small" kind="secondary">
            {w.buttons.small}
          </Button>
          <IconButton icon="print" label={w.buttons.print} />
        </Row>
        <div className={styles.form}>
          <Button isBlock icon="lock">
            {w.buttons.wide}
          </Button>
        </div>
        <div className={styles.dark}>
          <IconButton icon="menu" label={w.overlays.actions} />
        </div>
      </Part>
      <Part {...props} id="overlays" of={['Dialog', 'Menu', 'Toast', 'Toasts']}>
        <Row>
          <Button kind="danger" onClick={() => setAsking(true)}>
            {w.overlays.revoke}
          </Button>
          <Menu
            label={w.overlays.actions}
            items={[
              {
                key: 'change',
                label: w.overlays.change,
                icon: 'pen',
                onSelect: () => setChosen(w.overlays.change),
              },
              { key: 'certificate', label: w.overlays.certificate, icon: 'download', href: '#overlays' },
              { key: 'claims', label: w.overlays.claims, icon: 'list', href: '#timeline' },
            ]}
          />
          <Button kind="secondary" onClick={() => setToasts((all) => [...all, (all.at(-1) ?? 0) + 1])}>
            {w.overlays.toast}
          </Button>
        </Row>
        <output>{chosen}</output>
        {asking && (
          <Dialog
            title={w.overlays.question}
            closeLabel={w.overlays.closeWindow}
            onClose={() => setAsking(false)}
            actions={
              <>
                <Button kind="danger" onClick={() => setAsking(false)}>
                  {w.overlays.revoke}
                </Button>
                <Button kind="text" onClick={() => setAsking(false)}>
                  {w.buttons.cancel}
                </Button>
              </>
            }
          >
            <p>{w.overlays.text}</p>
          </Dialog>
        )}
        <Toasts>
          {toasts.map((toast) => (
            <Toast
              key={toast}
              closeLabel={w.close}
              onClose={() => setToasts((all) => all.filter((one) => one !== toast))}
            >
              {w.overlays.updated}
            </Toast>
          ))}
        </Toasts>
      </Part>
    </>
  );
};
